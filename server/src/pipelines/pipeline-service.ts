/** Pipelines as the API shows them, with their stages. */
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import { type Author, runOf } from './needs/author-rights.ts'
import type { PipelineKind } from './pipeline-kind.ts'
import type { StoredPipeline } from './pipeline-store.ts'
import type { ParsedPipeline } from './sources/parse-tasks.ts'
import type { SourceParser } from './sources/source-parser.ts'

export type PipelineService = ReturnType<typeof createPipelineService>

export function createPipelineService({
  kind,
  parser,
}: {
  readonly kind: PipelineKind
  readonly parser: SourceParser
}) {
  const shown = (pipeline: StoredPipeline, parsed: ParsedPipeline | undefined): PipelineSource => ({
    ...pipeline,
    stages: [...(parsed?.stages ?? [])],
    errors: parsed?.errors ?? null,
  })
  const answer = async (pipeline: StoredPipeline) => {
    const [parsed] = await parser.pipelines([pipeline])
    return shown(pipeline, parsed)
  }
  return {
    /** Sorted by title. */
    async list(isWanted: (id: string) => boolean) {
      const wanted = (await kind.list()).filter(({ id }) => isWanted(id))
      const parsed = await parser.pipelines(wanted)
      return wanted.map((pipeline, at) => shown(pipeline, parsed[at]))
    },
    get: async (id: string) => answer(await kind.get(id)),
    create: async (draft: SourceDraft, by: Author) => answer(await kind.create(draft, by)),
    replace: async (id: string, draft: SourceDraft, by: Author) => answer(await kind.replace(id, () => draft, by)),
    /** A pipeline that is not stored. Throws if the source does not parse. */
    async parse({ source, description }: SourceDraft, by: Author) {
      const read = await parser.pipeline(source, runOf(by))
      const stored = { id: null, created_at: null, modified_at: null }
      return { ...stored, ...read, description: description ?? null, source, errors: null }
    },
  }
}
