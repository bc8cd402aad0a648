import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from './platforms.ts'

/** A library for the platform: the one that this process uses, or one of Debian's cross compilers. */
export function findSystemLibrary(name: string, platform: Platform): string {
  const isThisMachine = platform.name === `${process.platform}-${process.arch}`
  const found = isThisMachine ? loadedLibrary(name) : join(platform.crossLibraries ?? '', name)
  if (found !== undefined && existsSync(found)) return found
  const advice = isThisMachine ? '' : `: build it there, or install libatomic1-${platform.debian}-cross`
  throw new Error(`${name} for ${platform.name} is not on this machine${advice}`)
}

/** Each line of the map of the process ends with a path. */
function loadedLibrary(name: string): string | undefined {
  const lines = readFileSync('/proc/self/maps', 'utf8').split('\n')
  const paths = lines.map((line) => line.slice(line.indexOf('/')))
  return paths.find((path) => path.includes(`/${name}`))
}
