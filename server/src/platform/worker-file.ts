/** The program of a thread, beside the module `from`: TypeScript in a checkout, JavaScript in the built program. */
export const workerFile = (name: string, from: string): URL =>
  new URL(`./${name}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from)
