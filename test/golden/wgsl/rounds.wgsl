@group(0) @binding(0) var<uniform> parameters: array<vec4<u32>, 6>;
@group(0) @binding(1) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> arena0: array<u32>;
@group(0) @binding(3) var<storage, read_write> arena1: array<u32>;
fn exact(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ parameters[0].x); }
fn isNumber(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) <= 0x7f800000u; }
fn key(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return select(b, bitcast<i32>(0x80000000u) - b, b < 0);
}
fn less(a: f32, b: f32) -> bool { return isNumber(a) && isNumber(b) && key(a) < key(b); }
fn atMost(a: f32, b: f32) -> bool { return isNumber(a) && isNumber(b) && key(a) <= key(b); }
fn same(a: f32, b: f32) -> bool { return isNumber(a) && isNumber(b) && key(a) == key(b); }
fn of_i32_(a_: i32) -> vec2<u32> {
  return vec2<u32>(bitcast<u32>(a_), bitcast<u32>((a_ >> 31u)));
}
fn add_64_(a_: vec2<u32>, b_: vec2<u32>) -> vec2<u32> {
  let l_ = (a_.x + b_.x);
  return vec2<u32>(l_, ((a_.y + b_.y) + u32((l_ < a_.x))));
}
@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>,
  @builtin(local_invocation_index) invocation: u32,
) {
  let group_ = workgroup.x;
  let groups_ = workgroups.x;
  let local_ = invocation;
  for (var e_ = ((group_ * 64u) + local_); e_ < parameters[0].z; e_ += (groups_ * 64u)) {
    let a0_ = (parameters[3].x + (e_ * parameters[3].z));
    let v1_ = bitcast<f32>(arena0[a0_]);
    let v2_ = 1i;
    let v3_ = bitcast<f32>(parameters[5].y);
    let v4_ = u32(less(v3_, v1_));
    var c5_ = v1_;
    var c6_ = of_i32_(v2_);
    var go7_ = v4_;
    for (var r8_ = 0u; r8_ < 40u; r8_ += 1u) {
      if ((go7_ == 0u)) {
        break;
      }
      let v9_ = c5_;
      let v10_ = bitcast<f32>(1056964608u);
      let v11_ = exact((v9_ * v10_));
      let v12_ = c6_;
      let v13_ = v2_;
      let v14_ = add_64_(v12_, of_i32_(v13_));
      let v15_ = v1_;
      let v16_ = u32(less(v15_, v11_));
      c5_ = v11_;
      c6_ = v14_;
      go7_ = v16_;
    }
    let v17_ = c5_;
    let v18_ = c5_;
    let v19_ = c6_;
    let v20_ = v18_;
    let a21_ = (parameters[3].w + (e_ * parameters[4].y));
    arena1[a21_] = bitcast<u32>(v20_);
    let v22_ = v19_;
    let a23_ = (parameters[4].z + (e_ * parameters[5].x));
    arena0[(a23_ * 2u)] = v22_.x;
    arena0[((a23_ * 2u) + 1u)] = v22_.y;
  }
}
