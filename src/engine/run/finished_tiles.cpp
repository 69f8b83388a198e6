#include "engine/run/finished_tiles.h"

#include <algorithm>

namespace weald::pipeline {

void FinishedTiles::need(std::string_view stage, std::size_t maps) {
  const std::lock_guard lock(mutex_);
  auto found = needed_.find(stage);
  if (found == needed_.end()) found = needed_.emplace(stage, 0).first;
  found->second = std::max(found->second, maps);
}

std::shared_ptr<const FinishedTile> FinishedTiles::find(const std::string& key,
                                                        const std::function<FinishedTile()>& make) {
  const std::shared_ptr<Slot> slot = slot_of(key);
  const std::lock_guard lock(slot->mutex);
  if (slot->made == nullptr) {
    try {
      slot->made = std::make_shared<const FinishedTile>(make());
    } catch (...) {
      forget(key);
      throw;
    }
    note_made(key, 1 + slot->made->parts.size());
  }
  return slot->made;
}

std::shared_ptr<FinishedTiles::Slot> FinishedTiles::slot_of(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = found_.find(key);
  if (found != found_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->slot;
  }
  entries_.push_front({key, std::make_shared<Slot>()});
  found_.emplace(key, entries_.begin());
  return entries_.front().slot;
}

void FinishedTiles::forget(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = found_.find(key);
  if (found == found_.end()) return;
  held_ -= found->second->maps;
  entries_.erase(found->second);
  found_.erase(found);
}

void FinishedTiles::note_made(const std::string& key, std::size_t maps) {
  const std::lock_guard lock(mutex_);
  // It is gone if another thread tried before, and failed.
  const auto found = found_.find(key);
  if (found != found_.end() && found->second->maps == 0) {
    found->second->maps = maps;
    held_ += maps;
  }
  std::size_t most = 0;
  for (const auto& [stage, needed] : needed_) most += needed;
  drop_to(std::max(most, most_), key);
}

void FinishedTiles::drop_to(std::size_t most, const std::string& last) {
  for (auto entry = entries_.end(); held_ > most && entry != entries_.begin();) {
    --entry;
    if (entry->maps == 0 || entry->key == last) continue;  // it is being made, or has just been
    held_ -= entry->maps;
    found_.erase(entry->key);
    entry = entries_.erase(entry);
  }
}

}  // namespace weald::pipeline
