/** The methods of each path, to tell a wrong method (405) from an unknown path (404). */
export type KnownPaths = ReturnType<typeof createKnownPaths>

export function createKnownPaths() {
  const patterns = new Map<string, { readonly segments: readonly string[]; readonly methods: Set<string> }>()
  return {
    add(method: string, pattern: string) {
      const known = patterns.get(pattern) ?? { segments: segmentsOf(pattern), methods: new Set() }
      known.methods.add(method)
      patterns.set(pattern, known)
    },
    /** The methods of all patterns that match the path; empty if none does. */
    methodsOf(path: string) {
      const segments = segmentsOf(path)
      const methods = [...patterns.values()]
        .filter((known) => matches(known.segments, segments))
        .flatMap((known) => [...known.methods])
      return [...new Set(methods)].sort()
    },
  }
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const takesRest = pattern.at(-1) === '*'
  if (takesRest ? path.length < pattern.length : path.length !== pattern.length) return false
  return pattern.every((segment, at) => segment === '*' || segment.startsWith(':') || segment === path[at])
}
