#include "tether/assistant/protocol/fixture_view.hpp"

#include "assistant/protocol/cat_topics.hpp"
#include "tether/core/error.hpp"

namespace tether::assistant {

class FixtureView::Wire {
 public:
  explicit Wire(const CatNetwork& network)
      : participant_(network),
        writers_{participant_.writer(kFixtures), participant_.writer(kPaths),
                 participant_.writer(kFields)} {}

  // again while readers are slow to take: their patience is not ours
  void write(FixtureTopic topic, const auto& message) const {
    const dds_entity_t writer = writer_of(topic);
    dds_return_t returned = DDS_RETCODE_TIMEOUT;
    for (int i = 0; i < kTries && returned == DDS_RETCODE_TIMEOUT; ++i) {
      returned = dds_write(writer, &message);
    }
    link::require_dds(returned, "send a fixture");
  }
  void dispose(FixtureTopic topic, const auto& message) const {
    link::require_dds(dds_dispose(writer_of(topic), &message), "remove a fixture");
  }
  std::uint32_t processes() const { return matches(writer_of(FixtureTopic::fixtures)); }
  bool delivered(core::Duration at_most) const {
    for (const dds_entity_t writer : writers_) {
      if (dds_wait_for_acks(writer, at_most.count()) != DDS_RETCODE_OK) return false;
    }
    return true;
  }

 private:
  static constexpr int kTries = 100;

  dds_entity_t writer_of(FixtureTopic topic) const {
    return writers_[static_cast<std::size_t>(topic)];
  }

  CatParticipant participant_;
  std::array<dds_entity_t, 3> writers_;  // in the order of FixtureTopic
};

FixtureView::FixtureView(const CatNetwork& network) : wire_(std::make_unique<Wire>(network)) {}
FixtureView::~FixtureView() = default;

void FixtureView::show(FixtureTopic topic, const assist::Fixture& fixture) {
  if (std::holds_alternative<assist::MeshRef>(fixture.shape)) {
    throw core::InputError("a mesh does not travel; give its file to tether assist");
  }
  MessageStore store;
  switch (topic) {
    case FixtureTopic::fixtures:
      return wire_->write(topic, store.fixture(fixture));
    case FixtureTopic::paths:
      return wire_->write(topic, store.path(fixture));
    case FixtureTopic::fields:
      return wire_->write(topic, store.field(fixture));
  }
}

void FixtureView::remove(const FixtureKey& key) {
  MessageStore store;
  switch (key.topic) {
    case FixtureTopic::fixtures:
      return wire_->dispose(key.topic, store.fixture({.id = key.id}));
    case FixtureTopic::paths:
      return wire_->dispose(key.topic, PathMessage{.id = key.id});
    case FixtureTopic::fields:
      return wire_->dispose(key.topic, FieldMessage{.id = key.id});
  }
}

std::uint32_t FixtureView::processes() const { return wire_->processes(); }
bool FixtureView::delivered(core::Duration at_most) const { return wire_->delivered(at_most); }

}  // namespace tether::assistant
