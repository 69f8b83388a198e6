# Cross-builds weald for aarch64 with Debian's g++-aarch64-linux-gnu, and runs what is built under qemu-user.
# The libraries stand in WEALD_SYSROOT, which tests/deep/aarch64.sh makes.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEALD_SYSROOT)
set(CMAKE_SYSROOT ${WEALD_SYSROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64;-L;${WEALD_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${WEALD_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${WEALD_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${WEALD_SYSROOT}/usr/share/pkgconfig)
