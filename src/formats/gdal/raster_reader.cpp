#include "formats/gdal/raster_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/lower_case.h"
#include "base/text/shown.h"
#include "formats/files/in_any_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/detail/gdal_file.h"
#include "formats/gdal/detail/gdal_place.h"
#include "formats/images/height_files.h"
#include "formats/images/height_reader.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

fs::path mask_file_of(const fs::path& file) { return in_any_case(fs::path(file) += ".msk"); }

}  // namespace

bool has_gdal() { return why_no_gdal().empty(); }

std::vector<fs::path> usual_sidecars(const fs::path& file) {
  // GDAL finds its metadata by their exact name only.
  std::vector<fs::path> files{fs::path(file) += ".aux.xml", mask_file_of(file)};
  const std::string extension = lower_case(file.extension().string());
  std::vector<std::string> others{".hdr", ".prj"};
  if (extension.size() >= 3) others.push_back({'.', extension[1], extension.back(), 'w'});
  others.insert(others.end(), {extension + "w", ".wld"});
  for (const std::string& other : others) files.push_back(in_any_case(fs::path(file).replace_extension(other)));
  return files;
}

#ifndef WEALD_GDAL_SONAME

namespace {

[[noreturn]] void refuse_raster(const fs::path& path) {
  throw IoError("cannot read '" + path.string() + "': " + why_no_gdal());
}

}  // namespace

bool is_gdal_raster(const fs::path& path) { return is_elevation_grid(path); }
std::vector<fs::path> raster_sidecars(const fs::path& file) { return usual_sidecars(file); }
ElevationHeader read_raster_header(const fs::path& path, const RasterParams&) { refuse_raster(path); }
ElevationGrid read_raster(const fs::path& path, const RasterParams&, const RunContext&) { refuse_raster(path); }
std::unique_ptr<HeightWindows> open_raster_windows(const fs::path& path, const RasterParams&) { refuse_raster(path); }

#else

bool is_gdal_raster(const fs::path& path) {
  if (height_files(path) != nullptr) return is_elevation_grid(path);
  return path.has_extension() && has_gdal() && !drivers_of(gdal_library(), path.extension().string()).empty();
}

std::vector<fs::path> raster_sidecars(const fs::path& file) {
  std::vector<fs::path> files = usual_sidecars(file);
  if (height_files(file) != nullptr) return files;
  const GdalSettings settings(gdal_library());
  try {
    const GdalFile open(file);
    char** const names = open.gdal().GDALGetFileList(open.dataset());
    for (char** name = names; name != nullptr && *name != nullptr; ++name) {
      if (fs::path beside(*name); beside != fs::absolute(file) && std::ranges::find(files, beside) == files.end())
        files.push_back(std::move(beside));
    }
    open.gdal().CSLDestroy(names);
  } catch (const IoError&) {  // reported when the file is read
  }
  return files;
}

namespace {

constexpr float kVoid = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kSamplesAtOnce = std::int64_t{1} << 20;
constexpr double kMaxBlockBytes = 512 << 20;

struct HeightUnit {
  double metres;
  std::string_view names;  // each between spaces
};

constexpr std::array kHeightUnits{
    HeightUnit{1, " m metre metres meter meters mtr "},
    HeightUnit{0.3048,
               " ft foot feet internationalfoot internationalfeet footinternational feetinternational ftint intft "},
    HeightUnit{1200.0 / 3937,
               " usft ftus ussurveyfoot ussurveyfeet usfoot usfeet footus feetus footussurvey feetussurvey ftussurvey "
               "surveyfoot surveyfeet sft "},
    HeightUnit{0.9144, " yd yds yard yards internationalyard "},
    HeightUnit{3600.0 / 3937, " usyd ydus ussurveyyard yardus "},
    HeightUnit{1.8288, " fathom fathoms fath ftm "},
    HeightUnit{0.0254, " in inch inches internationalinch "},
    HeightUnit{1000, " km kilometre kilometres kilometer kilometers "},
    HeightUnit{0.1, " dm decimetre decimetres decimeter decimeters "},
    HeightUnit{0.01, " cm centimetre centimetres centimeter centimeters "},
    HeightUnit{0.001, " mm millimetre millimetres millimeter millimeters "}};

/// The letters and digits of a name, in lower case and between spaces.
std::string plain(std::string_view name) {
  std::string text = " ";
  for (const char c : lower_case(std::string(name))) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80) text += c;
  }
  text += ' ';
  return text;
}

/// Metres per unit: of "m", "ft", "US survey foot", "feet (US)", "ftUS", "yd", "fathom", "cm" and others, by the names
/// and symbols that GDAL, PROJ and EPSG use, in any case and spelling of the words between. 1 for an empty name, and
/// unset for all others.
std::optional<double> metres_per_unit(std::string_view unit) {
  if (unit.empty()) return 1;
  const std::string name = plain(unit);
  if (name.size() == 2) return std::nullopt;
  for (const HeightUnit& known : kHeightUnits) {
    if (known.names.find(name) != std::string_view::npos) return known.metres;
  }
  return std::nullopt;
}

/// The band of heights: the chosen one, or the only one that is not opacity.
GDALRasterBandH band_of(const GdalFile& file, const std::optional<int>& chosen) {
  const GdalLibrary& gdal = file.gdal();
  const int count = gdal.GDALGetRasterCount(file.dataset());
  if (chosen && *chosen > count) file.fail(fmt::format("it has no band {}, but {}", *chosen, count));
  GDALRasterBandH found = nullptr;
  int heights = 0;
  for (int band = 1; band <= count; ++band) {
    GDALRasterBandH candidate = gdal.GDALGetRasterBand(file.dataset(), band);
    if (chosen ? *chosen != band : gdal.GDALGetRasterColorInterpretation(candidate) == GCI_AlphaBand) continue;
    found = candidate;
    ++heights;
  }
  if (found == nullptr) file.fail("it has no band of heights");
  if (heights > 1) file.fail(fmt::format("it has {} bands: choose the one of heights with 'band'", heights));
  if (gdal.GDALGetRasterColorInterpretation(found) == GCI_PaletteIndex)
    file.fail("it is a picture, whose samples are colours of a palette");
  const GDALDataType type = gdal.GDALGetRasterDataType(found);
  if (type == GDT_CInt16 || type == GDT_CInt32 || type == GDT_CFloat32 || type == GDT_CFloat64)
    file.fail("its samples are complex numbers");
  return found;
}

/// The size of a band, checked.
ElevationHeader sized_header(const GdalFile& file, GDALRasterBandH band) {
  ElevationHeader header;
  header.width = file.gdal().GDALGetRasterXSize(file.dataset());
  header.height = file.gdal().GDALGetRasterYSize(file.dataset());
  if (header.height > 0 && !fits_windows(header.width, header.height))
    file.fail("it has more than 131073 x 131073 samples");
  int width = 0, height = 0;
  file.gdal().GDALGetBlockSize(band, &width, &height);
  if (8.0 * width * height > kMaxBlockBytes)  // may be beyond any integer
    file.fail("its blocks are larger than 512 MiB: tile it with gdal_translate -co TILED=YES");
  return header;
}

/// What becomes of the samples of a band.
struct Meaning {
  GDALRasterBandH mask = nullptr;  // 0 where samples have no data; null: all have
  std::optional<double> no_data;
  double scale = 1, offset = 0;   // to metres
  std::string unknown_unit{};     // of the values, which are taken as metres
  bool are_signed_bytes = false;  // which GDAL before 3.7 gives as unsigned ones

  /// The height of a stored sample, metres; NaN if it has no data.
  float height_of(double stored, bool is_masked) const {
    const double value = are_signed_bytes && stored > 127 ? stored - 256 : stored;
    const bool is_void = no_data || mask != nullptr ? marks_no_data(value, no_data) : is_usual_no_data(value);
    if (is_void || is_masked) return kVoid;
    return static_cast<float>(scale == 1 && offset == 0 ? value : value * scale + offset);  // -0 stays -0
  }
};

/// The mask of a band.
GDALRasterBandH mask_of(const GdalFile& file, GDALRasterBandH band) {
  const GdalLibrary& gdal = file.gdal();
  GDALRasterBandH mask = gdal.GDALGetMaskBand(band);
  if (gdal.GDALGetRasterBandXSize(mask) != gdal.GDALGetRasterBandXSize(band) ||
      gdal.GDALGetRasterBandYSize(mask) != gdal.GDALGetRasterBandYSize(band))
    file.fail("its mask has another size");
  return mask;
}

Meaning meaning_of(const GdalFile& file, GDALRasterBandH band, const RasterParams& params) {
  const GdalLibrary& gdal = file.gdal();
  Meaning meaning;
  meaning.no_data = params.no_data;
  const int flags = gdal.GDALGetMaskFlags(band);
  int has = 0;
  const double stated = gdal.GDALGetRasterNoDataValue(band, &has);
  if (!params.no_data && has != 0) meaning.no_data = stated;
  if ((flags & (GMF_ALL_VALID | GMF_NODATA)) == 0) meaning.mask = mask_of(file, band);
  // GDAL ignores a mask that it cannot read.
  if (meaning.mask == nullptr && fs::exists(mask_file_of(file.path())))
    file.fail("GDAL cannot read its mask, '" + mask_file_of(file.path()).string() + "'");
  const char* const pixel_type = gdal.GDALGetMetadataItem(band, "PIXELTYPE", "IMAGE_STRUCTURE");
  meaning.are_signed_bytes = gdal.GDALGetRasterDataType(band) == GDT_Byte && pixel_type != nullptr &&
                             std::string_view(pixel_type) == "SIGNEDBYTE";
  const std::string unit = gdal.GDALGetRasterUnitType(band);
  const std::optional<double> known = metres_per_unit(unit);
  if (!known) meaning.unknown_unit = unit;
  const double metres = known.value_or(1);
  const double scale = gdal.GDALGetRasterScale(band, &has);
  meaning.scale = (has != 0 ? scale : 1) * metres;
  const double offset = gdal.GDALGetRasterOffset(band, &has);
  meaning.offset = (has != 0 ? offset : 0) * metres;
  if (!std::isfinite(meaning.scale) || !std::isfinite(meaning.offset)) file.fail("its scale is not finite");
  return meaning;
}

ElevationHeader header_of(const GdalFile& file, GDALRasterBandH band, const Meaning& meaning) {
  ElevationHeader header = sized_header(file, band);
  set_place(file, header);
  header.unknown_unit = meaning.unknown_unit;
  if (meaning.mask != nullptr || meaning.no_data) header.no_data = std::numeric_limits<double>::quiet_NaN();
  return header;
}

/// Warns of a raw grid whose header leaves its samples to a guess of GDAL, which others make differently.
void warn_of_guesses(const GdalFile& file, GDALRasterBandH band, ElevationHeader& header) {
  const std::string extension = lower_case(file.path().extension().string());
  const fs::path beside = in_any_case(fs::path(file.path()).replace_extension(".hdr"));
  if ((extension != ".bil" && extension != ".flt") || !why_unreadable(beside).empty()) return;
  constexpr std::size_t kMostKeys = std::size_t{1} << 16;
  const std::string keys = lower_case(read_start(beside, kMostKeys));
  const GDALDataType type = file.gdal().GDALGetRasterDataType(band);
  const auto warn = [&](std::string_view key, std::string_view guess) {
    if (keys.find(lower_case(std::string(key))) == std::string::npos)
      header.warnings.push_back(fmt::format("its '{}' has no {}: {}", beside.filename().string(), key, guess));
  };
  if (type != GDT_Byte) warn("BYTEORDER", "GDAL takes the most significant byte first, else give BYTEORDER I");
  if (type == GDT_UInt16 || type == GDT_UInt32)
    warn("PIXELTYPE", "GDAL takes the samples as unsigned, else give PIXELTYPE SIGNEDINT");
}

/// Whether GDAL takes a word for the number that it is, not for 0.
bool is_sample(const std::string& word) {
  if (word.find_first_not_of("+-.0123456789eE") == std::string::npos) return true;
  const std::string text = lower_case(word);
  return std::ranges::any_of(std::array{"nan", "inf", "#", "null"},
                             [&](const char* part) { return text.find(part) != std::string::npos; });
}

/// Refuses samples of an ESRI ASCII grid that are no numbers. Its header is words with values.
void require_numbers(const GdalFile& file) {
  std::ifstream text(file.path());
  bool is_header = true;
  constexpr int kLongestWord = 255;
  for (std::string word; text >> std::setw(kLongestWord) >> word;) {
    if (word.size() == kLongestWord) file.fail("it has a word of 255 or more bytes");
    is_header = is_header && std::isalpha(static_cast<unsigned char>(word[0])) != 0 && !is_sample(word);
    if (is_header)
      text >> std::setw(kLongestWord) >> word;
    else if (!is_sample(word))
      file.fail("'" + shown(word) + "' is not a number");
  }
}

/// GDAL, for reading `path`. Errors: IoError if it is missing.
const GdalLibrary& gdal_for(const fs::path& path) {
  if (const std::string why = why_no_gdal(); !why.empty()) throw IoError("cannot read '" + path.string() + "': " + why);
  return gdal_library();
}

/// An open file, its band of heights and what becomes of its samples.
class HeightRaster {
 public:
  /// Pre: `settings` are those of this thread.
  HeightRaster(const fs::path& path, const RasterParams& params, const GdalSettings& settings)
      : file_(path),
        band_(band_of(file_, params.band)),
        meaning_(meaning_of(file_, band_, params)),
        header_(header_of(file_, band_, meaning_)) {
    warn_of_guesses(file_, band_, header_);
    for (const std::string& message : settings.messages()) header_.warnings.push_back("GDAL reports: " + message);
  }

  const GdalFile& file() const { return file_; }
  const ElevationHeader& header() const { return header_; }

  /// Reads the samples of `window`, some rows at a time. Pre: there are GdalSettings in this thread.
  void read(const Region& window, Grid<float>& heights, const RunContext& context) const {
    const int at_once = rows_at_once(window.width);
    std::vector<double> values;
    std::vector<std::uint8_t> mask;
    for (int y = 0; y < window.height; y += at_once) {
      context.progress(static_cast<double>(y) / window.height);
      const Region rows{window.x, window.y + y, window.width, std::min(at_once, window.height - y)};
      read_rows(band_, GDT_Float64, rows, values);
      if (meaning_.mask != nullptr) read_rows(meaning_.mask, GDT_Byte, rows, mask);
      float* const out = heights.row(y).data();
      for (std::size_t i = 0; i < values.size(); ++i)
        out[i] = meaning_.height_of(values[i], meaning_.mask != nullptr && mask[i] == 0);
    }
  }

 private:
  /// The number of rows that are read at once: whole blocks where they are not too large.
  int rows_at_once(int width) const {
    int block_width = 0, block_height = 0;
    file_.gdal().GDALGetBlockSize(band_, &block_width, &block_height);
    const std::int64_t rows = std::max<std::int64_t>(kSamplesAtOnce / width, 1);
    return static_cast<int>(block_height > 0 && block_height <= rows ? rows / block_height * block_height : rows);
  }

  /// Reads some rows of a band as numbers.
  template <class T>
  void read_rows(GDALRasterBandH band, GDALDataType type, const Region& rows, std::vector<T>& out) const {
    out.resize(static_cast<std::size_t>(rows.width) * static_cast<std::size_t>(rows.height));
    const CPLErr result = file_.gdal().GDALRasterIO(band, GF_Read, rows.x, rows.y, rows.width, rows.height, out.data(),
                                                    rows.width, rows.height, type, 0, 0);
    if (result != CE_None)
      file_.fail_by_gdal(fmt::format("the samples of rows {} to {} are damaged", rows.y, rows.y + rows.height - 1));
  }

  GdalFile file_;
  GDALRasterBandH band_;
  Meaning meaning_;
  ElevationHeader header_;
};

/// Windows of a raster, which one thread at a time reads: GDAL's files are not shared among threads.
class RasterWindows final : public HeightWindows {
 public:
  RasterWindows(const fs::path& path, const RasterParams& params, const GdalSettings& settings)
      : raster_(path, params, settings) {}

  std::array<int, 2> size() const override { return {raster_.header().width, raster_.header().height}; }

  HeightSamples read(const Region& window) const override {
    Grid<float> heights(window.width, window.height, kUnset);
    const std::lock_guard lock(mutex_);
    const GdalSettings settings(gdal_library());
    raster_.read(window, heights, {});
    return heights;
  }

 private:
  mutable std::mutex mutex_;
  HeightRaster raster_;
};

}  // namespace

ElevationHeader read_raster_header(const fs::path& path, const RasterParams& params) {
  const GdalSettings settings(gdal_for(path));
  return HeightRaster(path, params, settings).header();
}

ElevationGrid read_raster(const fs::path& path, const RasterParams& params, const RunContext& context) {
  const GdalSettings settings(gdal_for(path));
  const HeightRaster raster(path, params, settings);
  const int width = raster.header().width, height = raster.header().height;
  if (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) > kMaxImageSamples)
    raster.file().fail("it has more than 16385 x 16385 samples");
  if (lower_case(path.extension().string()) == ".asc") require_numbers(raster.file());
  ElevationGrid grid{raster.header(), Grid<float>(width, height, kUnset)};
  raster.read({0, 0, width, height}, grid.heights, context);
  return grid;
}

std::unique_ptr<HeightWindows> open_raster_windows(const fs::path& path, const RasterParams& params) {
  const GdalSettings settings(gdal_for(path));
  return std::make_unique<RasterWindows>(path, params, settings);
}

#endif

}  // namespace weald::io
