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
fn lt_i64_(a_: vec2<u32>, b_: vec2<u32>) -> bool {
  return ((bitcast<i32>(a_.y) < bitcast<i32>(b_.y)) || ((a_.y == b_.y) && (a_.x < b_.x)));
}
fn add_64_(a_: vec2<u32>, b_: vec2<u32>) -> vec2<u32> {
  let l_ = (a_.x + b_.x);
  return vec2<u32>(l_, ((a_.y + b_.y) + u32((l_ < a_.x))));
}
fn of_u32_(a_: u32) -> vec2<u32> {
  return vec2<u32>(a_, 0u);
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
    let a0_ = (parameters[3].w + (e_ * parameters[4].y));
    let v1_ = vec2<u32>(arena1[(a0_ * 2u)], arena1[((a0_ * 2u) + 1u)]);
    let k2_ = select(v1_, add_64_(v1_, of_u32_(parameters[3].y)), lt_i64_(v1_, vec2<u32>(0u, 0u)));
    let ok3_ = ((!lt_i64_(k2_, vec2<u32>(0u, 0u))) && lt_i64_(k2_, of_u32_(parameters[3].y)));
    let k4_ = k2_.x;
    let ok5_ = ok3_;
    if ((!ok5_)) {
      atomicMax(&status[parameters[0].y], 1u);
    }
    let a6_ = select(parameters[3].x, (parameters[3].x + (k4_ * parameters[3].z)), ok5_);
    let v7_ = select(bitcast<f32>(0u), bitcast<f32>(arena0[a6_]), ok5_);
    let v8_ = v7_;
    let a9_ = (parameters[4].z + (e_ * parameters[5].x));
    arena0[a9_] = bitcast<u32>(v8_);
  }
}
