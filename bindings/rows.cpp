#include "bindings/rows.hpp"

#include "bindings/border.hpp"

namespace logstar::bindings {

void RowWriter::operator()(const char*, const std::uint64_t& whole) {
  numbers_.push_back(static_cast<double>(whole));
}

void RowWriter::operator()(const char*, const std::string& text) {
  for (std::size_t back = 1; back <= recent_.size(); ++back) {
    if (recent_[(count_ - back) % kRecent] != text) continue;
    numbers_.push_back(static_cast<double>(count_ - back));
    return;
  }
  push(texts_, value_of_text(text));
  numbers_.push_back(static_cast<double>(count_));
  if (recent_.size() < kRecent) recent_.emplace_back();
  recent_[count_++ % kRecent] = text;
}

val RowWriter::written() const {
  return Object().with("numbers", typed_array(numbers_)).with("texts", texts_);
}

RowReader::RowReader(const val& rows) : numbers_(elements_of<double>(property(rows, "numbers"))) {
  const val texts = property(rows, "texts");
  const auto count = length_of(texts);
  for (std::size_t i = 0; i < count; ++i) texts_.push_back(text_of(texts[i]));
}

void RowReader::operator()(const char* name, double& number) {
  if (ended()) reject(name, "in each row", "rows that end before it");
  number = numbers_[next_++];
}

void RowReader::operator()(const char* name, std::uint64_t& whole) {
  double number = 0;
  (*this)(name, number);
  whole = static_cast<std::uint64_t>(number);
}

void RowReader::operator()(const char* name, std::string& text) { text = text_at(name); }

const std::string& RowReader::text_at(const char* name) {
  std::uint64_t place = 0;
  (*this)(name, place);
  if (place >= texts_.size()) reject(name, "one of the texts", static_cast<double>(place));
  return texts_[static_cast<std::size_t>(place)];
}

}  // namespace logstar::bindings
