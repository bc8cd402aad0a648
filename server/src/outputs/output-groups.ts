import type { OutputFormat, OutputGroup } from '../processing/settings/processing-settings.ts'

/** Groups outputs of the same streams and format, so that their messages are encoded only once. */
export function groupOutputs(
  streams: readonly { readonly id: string; readonly outputs: readonly string[] }[],
  /** Returns undefined if the output does not exist. */
  formatOf: (outputId: string) => OutputFormat | undefined,
): readonly OutputGroup[] {
  const streamsOf = new Map<string, string[]>()
  for (const { id, outputs } of streams) {
    for (const output of outputs) streamsOf.getOrInsertComputed(output, () => []).push(id)
  }
  const groups = new Map<string, { outputs: string[]; format: OutputFormat; streams: readonly string[] }>()
  for (const [output, ids] of streamsOf) {
    const format = formatOf(output)
    if (format === undefined) continue
    const key = [format, ...ids].join()
    groups.getOrInsertComputed(key, () => ({ outputs: [], format, streams: ids })).outputs.push(output)
  }
  return [...groups.values()]
}
