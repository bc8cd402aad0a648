/** What package-lock.json says about the packages of production. */
import type { Platform } from './platforms.ts'

export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  /** A workspace: `resolved` is its folder. */
  readonly link?: boolean
  readonly resolved?: string
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly libc?: string | readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** The libc of the Linux packages: ClickHouse is packaged for no other one. */
export const LIBC = 'glibc'

/**
 * The packages that `names` need, as seen from a folder of the lock file, by their folders. Optional ones that are for
 * other machines, or not in the lock file, are left out.
 */
export function packagesNeeded(
  lock: LockFile,
  { from, names, platform }: { readonly from: string; readonly names: readonly string[]; readonly platform: Platform },
): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>()
  const add = (parent: string, name: string, isOptional: boolean): void => {
    const place = placesFrom(parent, name).find((path) => lock.packages[path] !== undefined)
    const entry = place === undefined ? undefined : lock.packages[place]
    if (place === undefined || entry === undefined) {
      if (isOptional) return
      throw new Error(`package-lock.json has no ${name}, which ${parent} needs`)
    }
    if (isOptional && !runsOn(entry, platform)) return
    if (found.has(place)) return
    found.set(place, entry)
    const target = entry.link === true ? (entry.resolved ?? '') : place
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[target] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(target, needed, needed in optionalDependencies)
  }
  for (const name of names) add(from, name, false)
  return found
}

/** Where Node looks for a package, from the folder of another one up to the root. */
function placesFrom(folder: string, name: string): readonly string[] {
  const places: string[] = []
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    places.push(at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`)
    if (at === '') return places
  }
}

function runsOn({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const admits = (value: string | readonly string[] | undefined, wanted: string) =>
    value === undefined || [value].flat().includes(wanted)
  const isLibc = platform.os !== 'linux' || admits(libc, LIBC)
  return admits(os, platform.os) && admits(cpu, platform.cpu) && isLibc
}
