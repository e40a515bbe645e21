// The JSON document that the program puts into the page: a table of sessions, what each column is,
// and the command that runs a row again. Nothing here knows what a sweep is.

export type Cell = number | string | null;

export interface MapColumn {
  name: string;
  unit: string; // SI; empty: none, or words
  role: "label" | "axis" | "repeat" | "figure";
  type: "number" | "text";
  sampled: boolean; // an axis whose values are scattered over a range
  log: boolean;
}

export interface MapData {
  title: string;
  description: string;
  parts: [string, string][];
  columns: MapColumn[];
  rows: Cell[][];
  flag: string; // column whose words say why a row is to be taken with care; empty: none
  command: string; // {name} stands for the row's cell of that column
  made_by: string;
}

// null when the page is the bare template
export function parseMap(text: string): MapData | null {
  return text.trim() === "" ? null : (JSON.parse(text) as MapData);
}

export function columnsOf(data: MapData, role: MapColumn["role"]): MapColumn[] {
  return data.columns.filter((column) => column.role === role);
}

export function indexOf(data: MapData, name: string): number {
  return data.columns.findIndex((column) => column.name === name);
}

// the values of a column without repetition: numbers ascend, words stand as they come
export function distinct(data: MapData, name: string): Cell[] {
  const at = indexOf(data, name);
  const values = [...new Set(data.rows.map((row) => row[at] ?? null))].filter((v) => v !== null);
  return values.every((v) => typeof v === "number")
    ? values.sort((a, b) => Number(a) - Number(b))
    : values;
}

// figures worth showing: something came out, and not for one row only
export function shownFigures(data: MapData): MapColumn[] {
  return columnsOf(data, "figure").filter((column) => distinct(data, column.name).length > 0);
}

// "link.delay" becomes "Link delay", "tracking_error_mean" "Tracking error mean"
export function title(column: MapColumn): string {
  const words = column.name.replace(/[._]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function commandOf(data: MapData, row: Cell[]): string {
  return data.command.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const at = indexOf(data, name);
    return at < 0 ? whole : shellWord(String(row[at] ?? ""));
  });
}

export function shellWord(word: string): string {
  return /^[\w.\-/:=+,@%]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
