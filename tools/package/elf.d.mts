export function stripped(program: Buffer): Buffer
