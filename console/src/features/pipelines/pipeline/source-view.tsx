import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { hasComments } from '../model/source-text.ts'
import { useUpdatePipeline } from '../pipeline-actions.ts'
import { SourceEditor } from '../source-editor/source-editor.tsx'
import { useParsedSource } from '../source-editor/use-parsed-source.ts'
import { useSourceCompletion } from '../source-editor/use-source-completion.ts'
import { useSourceStatus } from '../source-editor/use-source-status.ts'
import { TrialSection } from '../trial/trial-section.tsx'

interface SourceViewProps {
  readonly pipeline: PipelineSource
  readonly isEditable: boolean
}

/** The source of the pipeline as a text, with its comments; a pipeline that does not parse can be repaired only here. */
export function SourceView({ pipeline, isEditable }: SourceViewProps) {
  const t = useText()
  const [draft, setDraft] = useState<string>()
  const source = draft ?? pipeline.source
  const parsed = useParsedSource('pipeline', source)
  const completion = useSourceCompletion()
  const status = useSourceStatus(parsed)
  const update = useUpdatePipeline(pipeline.id ?? '')
  const isChanged = draft !== undefined && draft !== pipeline.source
  useLeaveGuard(isChanged)
  const save = () => {
    update.mutate({ description: pipeline.description ?? '', source }, { onSuccess: () => setDraft(undefined) })
  }
  const id = pipeline.id ?? undefined
  const saved = pipeline.source
  const tried = useMemo(() => ({ kind: 'pipeline' as const, id, source, saved }), [id, source, saved])
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <SourceEditor
          language="pipeline"
          label={t('pipelines.source')}
          value={source}
          onChange={setDraft}
          problems={parsed.problems}
          completion={completion}
          isReadOnly={!isEditable}
          onSave={isEditable ? save : undefined}
          status={status}
        />
        {isEditable && (
          <Group gap="sm" mb="lg">
            <SaveButton label={t('pipelines.source.save')} isSaving={update.isPending} isDisabled={!isChanged} />
            {hasComments(source) && (
              <Text size="xs" c="dimmed">
                {t('pipelines.source.comments')}
              </Text>
            )}
          </Group>
        )}
      </form>
      <TrialSection tried={tried} isValid={parsed.isValid} />
    </>
  )
}
