#include "tether/link/dds/dds_qos.hpp"

namespace tether::link {
namespace {

constexpr dds_duration_t kLongestWrite = DDS_MSECS(100);

Qos common() {
  Qos qos(dds_create_qos());
  dds_qset_latency_budget(qos.get(), 0);
  constexpr dds_data_representation_id_t kPlainCdr = DDS_DATA_REPRESENTATION_XCDR1;
  dds_qset_data_representation(qos.get(), 1, &kPlainCdr);
  return qos;
}

}  // namespace

Qos newest_only() {
  Qos qos = common();
  dds_qset_reliability(qos.get(), DDS_RELIABILITY_BEST_EFFORT, 0);
  dds_qset_durability(qos.get(), DDS_DURABILITY_VOLATILE);
  dds_qset_history(qos.get(), DDS_HISTORY_KEEP_LAST, 1);
  return qos;
}

Qos kept_for_late_joiners() {
  Qos qos = common();
  dds_qset_reliability(qos.get(), DDS_RELIABILITY_RELIABLE, kLongestWrite);
  dds_qset_durability(qos.get(), DDS_DURABILITY_TRANSIENT_LOCAL);
  dds_qset_history(qos.get(), DDS_HISTORY_KEEP_LAST, 1);
  dds_qset_writer_data_lifecycle(qos.get(), false);
  return qos;
}

Qos each_once() {
  Qos qos = common();
  dds_qset_reliability(qos.get(), DDS_RELIABILITY_RELIABLE, kLongestWrite);
  dds_qset_durability(qos.get(), DDS_DURABILITY_VOLATILE);
  dds_qset_history(qos.get(), DDS_HISTORY_KEEP_ALL, DDS_LENGTH_UNLIMITED);
  return qos;
}

}  // namespace tether::link
