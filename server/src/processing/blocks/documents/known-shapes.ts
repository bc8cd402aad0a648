/** The shapes that a thread has learned, with their plans. */
import type { Decode, PayloadDocument } from '@logyard/codecs/codec'
import type { FieldWriters } from '../../../store/messages/field-writers.ts'
import type { SetField } from '../../../store/messages/normalise-fields.ts'
import type { Source } from '../block-run.ts'
import { planDocument } from './document-plan.ts'
import { createDocumentShapes, type DocumentShapes } from './document-shapes.ts'
import type { DocumentValues } from './document-values.ts'
import { LearningBudget } from './learning-budget.ts'
import { bytesOfPlan, type ReadyPlan, readyPlan } from './ready-plan.ts'
import { splitDocument } from './split-document.ts'

export interface KnownShapesDeps {
  readonly setField: SetField
  readonly columnsOf: (field: string) => FieldWriters
}

const MAX_LEARNED_LENGTH = 32_768
/** Bytes of a kind without its name and its shapes, approximately. */
const KIND_BYTES = 600

type Shapes = DocumentShapes<ReadyPlan>

interface LastShapes {
  readonly decode: Decode
  readonly kind: string
  readonly shapes: Shapes
}

/** The values of documents are read into `values`. */
export function createKnownShapes(deps: KnownShapesDeps, values: DocumentValues) {
  const budget = new LearningBudget()
  /** The known shapes, by codec with its configuration, and by kind. */
  let shapesByKind = new WeakMap<Decode, Map<string, Shapes>>()
  /** Those that were asked for last, because most documents are of the same kind as the one before. */
  let last: LastShapes | undefined

  function forget(): void {
    shapesByKind = new WeakMap()
    last = undefined
    budget.forgotten()
  }

  function shapesOf(decode: Decode, kind: string): Shapes | undefined {
    if (last?.decode === decode && last.kind === kind) return last.shapes
    const shapes = shapesByKind.get(decode)?.get(kind)
    if (shapes !== undefined) last = { decode, kind, shapes }
    return shapes
  }

  /** The shapes of a kind of which nothing has been learned yet. */
  function addKind(decode: Decode, kind: string): Shapes {
    const added = createDocumentShapes<ReadyPlan>((bytes) => budget.retain(bytes))
    shapesByKind.getOrInsertComputed(decode, () => new Map()).set(kind, added)
    budget.retain(KIND_BYTES + 2 * kind.length)
    return added
  }

  /** Learns the shape of a document, and reads its values. Returns nothing if it has to be parsed. */
  function learn(decode: Decode, document: PayloadDocument, source: Source): ReadyPlan | undefined {
    const { bytes, from, to, rules, kind } = document
    if (to - from > MAX_LEARNED_LENGTH || !budget.takeShape(forget)) return undefined
    const parts = splitDocument(bytes.toString('utf8', from, to), rules)
    if (parts === undefined) return undefined
    const plan = planDocument(parts, document, source, deps.setField)
    const ready = plan && readyPlan(plan, parts.length, deps.columnsOf)
    if (ready !== undefined) budget.retain(bytesOfPlan(ready))
    const shapes = shapesOf(decode, kind) ?? addKind(decode, kind)
    shapes.add(parts, ready)
    const found = shapes.read(values, from, to)
    return typeof found === 'string' ? undefined : found
  }

  function read(decode: Decode, document: PayloadDocument, source: Source): ReadyPlan | undefined {
    budget.pass()
    values.open(document.bytes)
    const shapes = shapesOf(decode, document.kind)
    const found = shapes === undefined ? 'unknown' : shapes.read(values, document.from, document.to)
    if (found === 'unknown') return learn(decode, document, source)
    return found === 'unusual' ? undefined : found
  }

  return { read, forget }
}
