/** The engine's process, but SIGUSR2 keeps its main thread busy for as long as its first argument says. */
const [busyMs] = process.argv.splice(2, 1)

process.on('SIGUSR2', () => {
  const endMs = performance.now() + Number(busyMs)
  while (performance.now() < endMs) Math.sqrt(endMs)
})
await import('../main.ts')
