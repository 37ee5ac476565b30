export function createGoProgress(
  name: string,
  print: (line: string) => void,
  now?: () => number,
): {
  fetching(line: string): void
  found(output: string): void
  compiling(line: string): void
  done(): void
}
