/** Lists of addresses as their publishers write them. */

const EXIT_NODE = /^ExitNode ([0-9A-Fa-f]{40})\s*$/
const EXIT_ADDRESS = /^ExitAddress ([0-9A-Fa-f.:]{2,45})(?:\s|$)/

/** The ids of the nodes by their address. One address may have several nodes. */
export function parseTorExitNodes(text: string): ReadonlyMap<string, readonly string[]> {
  const nodesByAddress = new Map<string, Set<string>>()
  let node = ''
  for (const line of text.split('\n')) {
    node = EXIT_NODE.exec(line)?.[1] ?? node
    const address = EXIT_ADDRESS.exec(line)?.[1]
    if (address !== undefined && node !== '') nodesByAddress.getOrInsertComputed(address, () => new Set()).add(node)
  }
  return new Map(Array.from(nodesByAddress, ([address, nodes]) => [address, [...nodes]]))
}

export interface DroppedNetwork {
  readonly subnet: string
  readonly sblId: string
}

const DROPPED = /^([0-9A-Fa-f.:]{2,45}\/\d{1,3})\s*;\s*(SBL\d{1,12})/

/** Lines like `1.10.16.0/20 ; SBL256894`; other lines are comments. */
export function parseDroppedNetworks(text: string): readonly DroppedNetwork[] {
  return text.split('\n').flatMap((line) => {
    const [, subnet, sblId] = DROPPED.exec(line) ?? []
    return subnet === undefined || sblId === undefined ? [] : [{ subnet, sblId }]
  })
}
