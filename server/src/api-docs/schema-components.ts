type Json = Readonly<Record<string, unknown>>

/** Gathers schemas that have a title under `components`, so that each is described once. */
export type SchemaComponents = ReturnType<typeof createSchemaComponents>

export function createSchemaComponents() {
  const components = new Map<string, Json>()
  const nameOf = new Map<object, string>()

  function referTitled(schema: object, title: string): Json {
    const name = nameOf.get(schema) ?? freeName(title)
    if (!nameOf.has(schema)) {
      nameOf.set(schema, name)
      // Registered before its parts are visited, so that a schema may refer to itself.
      components.set(name, {})
      components.set(name, referParts(schema))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Two schemas may share a title; the second gets a number. */
  function freeName(title: string): string {
    let name = title
    for (let number = 2; components.has(name); number++) name = `${title}${number}`
    return name
  }

  const referParts = (schema: object): Json =>
    Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [
        key,
        key === 'required' ? requiredOf(schema, part) : referAny(part),
      ]),
    )

  function referAny(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(referAny)
    if (typeof part !== 'object' || part === null) return part
    return refer(part)
  }

  /** The schema, its titled parts replaced by references. */
  function refer(schema: object): Json {
    const isTitled = 'title' in schema && typeof schema.title === 'string' && /^\w+$/.test(schema.title)
    return isTitled ? referTitled(schema, String(schema.title)) : referParts(schema)
  }

  return { refer, all: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))) }
}

/** A property with a default may be left out. */
function requiredOf(schema: object, required: unknown): unknown {
  const properties: unknown = 'properties' in schema ? schema.properties : undefined
  if (!Array.isArray(required)) return required
  return required.filter((name) => !('default' in Object(Object(properties)[name])))
}
