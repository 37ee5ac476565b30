import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'

/** A program on this machine, with what the kernel shows of it. */
export function programNamed({ name, pid }: { name: string; pid: number }): Coded {
  if (pid <= 0) return coded('program.unknown')
  return name === '' ? coded('program.nameless', { pid }) : coded('program.named', { name, pid })
}
