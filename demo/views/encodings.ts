// The encodings of text that a browser can read, the usual ones first.

/** By the label of the Encoding Standard; the empty one is UTF-8, or UTF-16 by its mark. */
export const usualEncodings = [
  { value: "", text: "UTF-8" },
  { value: "windows-1252", text: "Windows-1252 (Excel, Western Europe)" },
  { value: "windows-1250", text: "Windows-1250 (Excel, Central Europe)" },
  { value: "macintosh", text: "Mac Roman" },
  { value: "utf-16le", text: "UTF-16" },
];

export const otherEncodings = [
  ...["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "ibm866", "iso-2022-jp", "iso-8859-2"],
  ...["iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8"],
  ...["iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r"],
  ...["koi8-u", "shift_jis", "utf-16be", "windows-874", "windows-1251", "windows-1253"],
  ...["windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258"],
  "x-mac-cyrillic",
];
