/** How often a test repeats: `normal` in `npm test`, `soak` in `npm run soak`. */
export const rounds = (normal: number, soak: number): number => (process.env['SOAK'] === '1' ? soak : normal)
