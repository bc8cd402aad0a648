/** The templates of exporters, bounded: those of the exporter that has sent nothing for the longest time go first. */
import type { FlowTemplate } from './flow-template.ts'

export type TemplateMemory = ReturnType<typeof createTemplateMemory>

export function createTemplateMemory(limits: { readonly templates: number; readonly templatesOfExporter: number }) {
  /** Templates by address and by key, both ordered by last use. No address is without templates. */
  const exporters = new Map<string, Map<string, FlowTemplate>>()
  let count = 0

  function remove(address: string, templates: Map<string, FlowTemplate>, key: string): void {
    if (templates.delete(key)) count -= 1
    if (templates.size === 0) exporters.delete(address)
  }

  function removeOldest([address, templates]: readonly [string, Map<string, FlowTemplate>]): void {
    const [oldest] = templates.keys()
    if (oldest !== undefined) remove(address, templates, oldest)
  }

  function put(address: string, templates: Map<string, FlowTemplate>, key: string, template: FlowTemplate): void {
    templates.delete(key)
    templates.set(key, template)
    exporters.delete(address)
    exporters.set(address, templates)
  }

  return {
    /** Undefined if it is unknown. */
    use(address: string, key: string) {
      const templates = exporters.get(address)
      const template = templates?.get(key)
      if (templates !== undefined && template !== undefined) put(address, templates, key, template)
      return template
    },
    learn(address: string, key: string, template: FlowTemplate) {
      const templates = exporters.get(address) ?? new Map<string, FlowTemplate>()
      if (!templates.has(key)) count += 1
      // A copy: a view would keep the memory of the whole datagram.
      put(address, templates, key, { ...template, bytes: Buffer.from(template.bytes) })
      if (templates.size > limits.templatesOfExporter) removeOldest([address, templates])
      if (count <= limits.templates) return
      const [first] = exporters
      if (first !== undefined) removeOldest(first)
    },
    forget(address: string, key: string) {
      const templates = exporters.get(address)
      if (templates !== undefined) remove(address, templates, key)
    },
    forgetAll(address: string, matches: (key: string, template: FlowTemplate) => boolean) {
      const templates = exporters.get(address)
      if (templates === undefined) return
      for (const [key, template] of templates) if (matches(key, template)) remove(address, templates, key)
    },
    count: () => count,
  }
}
