/** A cell that a spreadsheet would run as a formula gets a leading quote, as spreadsheets do themselves. */
const harmless = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map((cell) => quoted(harmless(String(cell)))).join(',')).join('\r\n')

/** Comma, semicolon or tab, whichever is most frequent in the first line: spreadsheets write all three. */
function dividerOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** RFC 4180 with any of three separators; empty lines are skipped. */
export function readCsv(given: string): string[][] {
  const text = given.replace(/^\uFEFF/, '')
  const divider = dividerOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let inside = false
  const endCell = () => {
    row.push(cell.trim().replace(/^'(?=[=+\-@])/, ''))
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]!
    if (inside) {
      if (sign !== '"') cell += sign
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else inside = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      inside = true
    } else if (sign === divider) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  endRow()
  return rows
}
