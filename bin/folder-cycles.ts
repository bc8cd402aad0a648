export interface Edge {
  readonly from: string
  readonly to: string
}

/** How many imports are listed for each pair of folders. */
const MAX_LISTED = 5

/**
 * Every set of folders and files beside each other that import one another in a circle. For each folder the nodes are
 * its subfolders and its own files. An import counts in the innermost folder that holds both files.
 */
export function findFolderCycles(edges: readonly Edge[]): readonly string[] {
  const parents = Map.groupBy(
    edges.flatMap((edge) => placeOf(edge) ?? []),
    ({ parent }) => parent,
  )
  return [...parents].flatMap(([parent, placed]) => cyclicSets(placed).map((nodes) => describe(parent, nodes, placed)))
}

/** An import, seen from the innermost folder that holds both files. */
interface PlacedEdge extends Edge {
  readonly parent: string
  readonly fromNode: string
  readonly toNode: string
}

function placeOf(edge: Edge): PlacedEdge | undefined {
  const from = edge.from.split('/')
  const to = edge.to.split('/')
  const depth = from.findIndex((part, place) => part !== to[place])
  const [fromNode, toNode] = [from[depth], to[depth]]
  if (fromNode === undefined || toNode === undefined) return undefined
  return { ...edge, parent: from.slice(0, depth).join('/'), fromNode, toNode }
}

/** The strongly connected components of more than one node: each node of one can be reached from every other. */
function cyclicSets(edges: readonly PlacedEdge[]): readonly (readonly string[])[] {
  const reached = new Map<string, ReadonlySet<string>>()
  const next = Map.groupBy(edges, ({ fromNode }) => fromNode)
  const nodes = [...next.keys()].sort()
  for (const node of nodes) reached.set(node, reachableFrom(node, next))
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) === true
  const done = new Set<string>()
  return nodes.flatMap((node) => {
    if (done.has(node)) return []
    const together = nodes.filter((other) => other === node || (reaches(node, other) && reaches(other, node)))
    for (const other of together) done.add(other)
    return together.length > 1 ? [together] : []
  })
}

function reachableFrom(start: string, next: ReadonlyMap<string, readonly PlacedEdge[]>): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const { toNode } of next.get(node) ?? []) {
      if (reached.has(toNode)) continue
      reached.add(toNode)
      open.push(toNode)
    }
  }
  return reached
}

function describe(parent: string, nodes: readonly string[], edges: readonly PlacedEdge[]): string {
  const tying = edges.filter(({ fromNode, toNode }) => nodes.includes(fromNode) && nodes.includes(toNode))
  const pairs = Map.groupBy(tying, ({ fromNode, toNode }) => `  ${fromNode} -> ${toNode}`)
  const lines = [...pairs]
    .sort()
    .flatMap(([pair, imports]) => [
      `${pair} (${imports.length})`,
      ...imports.slice(0, MAX_LISTED).map(({ from, to }) => `    ${from} imports ${to}`),
      ...(imports.length > MAX_LISTED ? [`    and ${imports.length - MAX_LISTED} more`] : []),
    ])
  return [`a cycle in ${parent === '' ? 'the root folder' : parent}: ${nodes.join(', ')}`, ...lines].join('\n')
}
