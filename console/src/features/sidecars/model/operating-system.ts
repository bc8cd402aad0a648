const NAMES: Readonly<Record<string, string>> = {
  linux: 'Linux',
  windows: 'Windows',
  darwin: 'macOS',
  freebsd: 'FreeBSD',
}

/** Agents and collectors spell it differently; one that is not known keeps its spelling. */
export const systemName = (operatingSystem: string): string => NAMES[operatingSystem.toLowerCase()] ?? operatingSystem

interface NamedCollector {
  readonly name: string
  readonly node_operating_system: string
}

/** Collectors of the same name exist for several operating systems. */
export const collectorLabel = ({ name, node_operating_system: system }: NamedCollector): string =>
  `${name} on ${systemName(system)}`
