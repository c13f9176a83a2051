@group(0) @binding(0) var<uniform> parameters: array<vec4<u32>, 5>;
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
@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>,
  @builtin(local_invocation_index) invocation: u32,
) {
  let group_ = workgroup.x;
  let groups_ = workgroups.x;
  let local_ = invocation;
  for (var w_ = ((group_ * 64u) + local_); w_ < parameters[0].z; w_ += (groups_ * 64u)) {
    var word1_ = 0u;
    var mask1_ = 0u;
    for (var j_ = 0u; j_ < 4u; j_ += 1u) {
      let e_ = (((w_ * 4u) + j_) - parameters[0].w);
      if ((e_ < parameters[1].x)) {
        let a0_ = (parameters[3].x + (e_ * parameters[3].z));
        let v1_ = bitcast<f32>(arena0[a0_]);
        let v2_ = bitcast<f32>(parameters[4].z);
        let v3_ = u32(less(v1_, v2_));
        let v4_ = v3_;
        word1_ = ((word1_ & (~(255u << ((j_ & 3u) << 3u)))) | (v4_ << ((j_ & 3u) << 3u)));
        mask1_ = (mask1_ | (255u << ((j_ & 3u) << 3u)));
      }
    }
    let a5_ = (((parameters[3].w - parameters[0].w) / 4u) + w_);
    if ((mask1_ == 4294967295u)) {
      arena1[a5_] = word1_;
    } else {
      if ((mask1_ != 0u)) {
        arena1[a5_] = ((arena1[a5_] & (~mask1_)) | word1_);
      }
    }
  }
}
