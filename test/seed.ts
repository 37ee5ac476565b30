/**
 * Where random inputs start. `npm test` uses the same ones every time, so that a run that fails was made to fail by the
 * change. The long run draws new ones and prints them; SLUICE_SEED repeats a run.
 */
export const seed = Number(
  process.env.SLUICE_SEED ?? (process.env.SLUICE_LONG ? Date.now() % 1_000_000 : 20_261),
)
