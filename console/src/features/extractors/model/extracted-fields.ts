const REFERENCE = /%\{(\w+)(?::([^:;=}]+))?[^}]*\}|\(\?<([A-Za-z]\w*)>/g

/** The fields that a grok pattern names itself; a reference without a name stands for those of its pattern. */
export function extractedFields(grokPattern: string): readonly string[] {
  const named = Array.from(grokPattern.matchAll(REFERENCE), ([, pattern = '', field, group]) => ({
    name: field ?? group,
    pattern,
  }))
  const names = named.flatMap(({ name }) => name ?? [])
  return [...new Set(names.length > 0 ? names : named.map(({ pattern }) => pattern))]
}

/** The pattern with another name for a field that it names itself. Names of groups have only letters and digits. */
export const renameExtracted = (grokPattern: string, from: string, to: string): string =>
  grokPattern.replaceAll(REFERENCE, (whole: string, _, field?: string, group?: string) => {
    if (field === from) return whole.replace(`:${from}`, () => `:${to}`)
    return group === from ? `(?<${to.replaceAll('_', '')}>` : whole
  })
