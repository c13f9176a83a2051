// Streams of random numbers: fills of typed arrays.
#include "../random/streams.h"

#include "marshal.h"

namespace maniple::binding {
namespace {

// draw(generator, state, kind, out, tables, most): whether results were drawn into out; false for arguments that do not fit.
Napi::Value draw(const Napi::CallbackInfo& info) {
  const auto generator = static_cast<random::Generator>(static_cast<int>(toDouble(info[0])));
  const auto kind = static_cast<random::Draw>(static_cast<int>(toDouble(info[2])));
  const Bytes state = toBytes(info[1]), out = toBytes(info[3]), tables = toBytes(info[4]);
  const bool isZiggurat = kind == random::Draw::kNormal || kind == random::Draw::kExponential;
  const bool fits = state.length == static_cast<std::size_t>(random::stateWords(generator)) * 4 &&
                    (!isZiggurat || tables.length == 3 * random::kLayers * 8);
  if (fits)
    random::draw(generator, static_cast<uint32_t*>(state.data), kind, out.data, static_cast<int64_t>(out.length / 8),
                 static_cast<const double*>(tables.data), static_cast<uint64_t>(toDouble(info[5])));
  return Napi::Boolean::New(info.Env(), fits);
}

}  // namespace

void exportRandom(Napi::Object exports) { setMethod(exports, method<draw>("draw")); }

}  // namespace maniple::binding
