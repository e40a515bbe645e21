// Writes FILE.gz beside each file that is named. The same input makes the same output: gzip's
// header holds no time and no name.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

for (const file of process.argv.slice(2))
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
