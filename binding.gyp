# Builds build/Release/maniple.node with node-gyp, where cmake is missing. The sources are in native/sources.txt, which
# CMakeLists.txt reads too; the flags below are those of CMakeLists.txt (test/native/build.test.ts holds them together).
{
  'target_defaults': {
    'cflags': ['-Wall', '-Wextra', '-Wno-pass-failed', '-ffp-contract=off', '-fno-math-errno', '-fno-trapping-math', '-fvisibility=hidden'],
    'cflags!': ['-O2', '-fno-exceptions'],
    'cflags_cc!': ['-fno-exceptions', '-std=gnu++17', '-std=gnu++20'],
    'cflags_c': ['-std=c11', '-O3'],
    'cflags_cc': ['-std=c++17', '-O3'],
    'xcode_settings': {
      'OTHER_CFLAGS': ['-Wall', '-Wextra', '-Wno-pass-failed', '-ffp-contract=off', '-fno-math-errno', '-fno-trapping-math'],
      'GCC_OPTIMIZATION_LEVEL': '3',
      'GCC_ENABLE_CPP_EXCEPTIONS': 'YES',
      'GCC_SYMBOLS_PRIVATE_EXTERN': 'YES',
      'CLANG_CXX_LANGUAGE_STANDARD': 'c++17',
      'MACOSX_DEPLOYMENT_TARGET': '11.0',
    },
  },
  'targets': [
    {
      'target_name': 'maniple',
      'sources': ['<!@(node native/sources.mjs sources any)'],
      'defines': ['MANIPLE_VARIANT=baseline', 'NAPI_DISABLE_CPP_EXCEPTIONS', 'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
      'include_dirs': ['<!(node native/sources.mjs wrapper)'],
      'conditions': [
        ['OS=="linux"', {'libraries': ['-lpthread', '-ldl']}],
        ['target_arch=="x64"', {'dependencies': ['maniple_avx2', 'maniple_avx512']}],
      ],
    },
  ],
  'conditions': [
    ['target_arch=="x64"', {
      'targets': [
        {
          'target_name': 'maniple_avx2',
          'type': 'static_library',
          'sources': ['<!@(node native/sources.mjs sources avx2)'],
          'defines': ['MANIPLE_VARIANT=avx2'],
          'cflags': ['<!@(node native/sources.mjs flags avx2)'],
          'xcode_settings': {'OTHER_CFLAGS': ['<!@(node native/sources.mjs flags avx2)']},
        },
        {
          'target_name': 'maniple_avx512',
          'type': 'static_library',
          'sources': ['<!@(node native/sources.mjs sources avx512)'],
          'defines': ['MANIPLE_VARIANT=avx512'],
          'cflags': ['<!@(node native/sources.mjs flags avx512)'],
          'xcode_settings': {'OTHER_CFLAGS': ['<!@(node native/sources.mjs flags avx512)']},
        },
      ],
    }],
  ],
}
