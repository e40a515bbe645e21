// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace tether::core {

// Writes the file at once: the old one, if any, stays until the new one is complete. core::IoError
void write_whole(const std::filesystem::path& path, std::string_view content);

// with its parents; core::IoError
void make_directory(const std::filesystem::path& directory);

}  // namespace tether::core
