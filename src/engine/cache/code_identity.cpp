#include "engine/cache/code_identity.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <elf.h>
#include <link.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/hash.h"
#include "formats/files/read_file.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 30;

/// The loaded object that holds an address.
struct LoadedObject {
  std::uintptr_t address = 0;
  std::string path;      // empty for the program itself
  std::string build_id;  // hexadecimal; empty if the linker wrote none
};

constexpr std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

/// The build id among the notes of one segment.
std::string build_id_in(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes.data(), sizeof head);
    notes = notes.subspan(sizeof head);
    const std::size_t name_size = padded(head.n_namesz), value_size = padded(head.n_descsz);
    if (name_size > notes.size() || value_size > notes.size() - name_size) break;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && std::memcmp(notes.data(), "GNU", 4) == 0) {
      std::string text;
      for (const std::byte byte : notes.subspan(name_size, head.n_descsz))
        text += fmt::format("{:02x}", static_cast<unsigned>(byte));
      return text;
    }
    notes = notes.subspan(name_size + value_size);
  }
  return {};
}

/// Called for every loaded object; ends the walk at the wanted object.
int look_at(dl_phdr_info* info, std::size_t, void* wanted) {
  auto& object = *static_cast<LoadedObject*>(wanted);
  const std::span headers(info->dlpi_phdr, info->dlpi_phnum);
  bool holds_address = false;
  std::string build_id;
  for (const ElfW(Phdr) & header : headers) {
    const std::uintptr_t start = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && object.address >= start && object.address - start < header.p_memsz)
      holds_address = true;
    if (header.p_type != PT_NOTE || !build_id.empty()) continue;
    const auto* note =
        reinterpret_cast<const std::byte*>(start);  // NOLINT(performance-no-int-to-ptr): ELF gives numbers
    build_id = build_id_in({note, header.p_memsz});
  }
  if (!holds_address) return 0;
  object.build_id = build_id;
  object.path = info->dlpi_name;
  return 1;
}

}  // namespace

std::string code_identity() {
  LoadedObject object;
  object.address = reinterpret_cast<std::uintptr_t>(&build_id_in);
  ::dl_iterate_phdr(look_at, &object);
  if (!object.build_id.empty()) return object.build_id;
  try {
    Hasher hasher;
    hasher.add(read_file(object.path.empty() ? "/proc/self/exe" : object.path, kMaxProgramBytes));
    return hasher.hex();
  } catch (const IoError&) {
    return {};
  }
}

}  // namespace weald::io
