import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormFooter } from '../../../ui/form/form-footer.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { hasComments } from '../model/source-text.ts'
import { useUpdatePipeline } from '../pipeline-actions.tsx'
import { SourceEditor } from '../source-editor/source-editor.tsx'
import { useParsedSource } from '../source-editor/use-parsed-source.ts'
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
  const update = useUpdatePipeline(pipeline)
  const isChanged = draft !== undefined && draft !== pipeline.source
  useLeaveGuard(isChanged)
  const save = () => update.mutate({ source }, { onSuccess: () => setDraft(undefined) })
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
          parsed={parsed}
          isReadOnly={!isEditable}
          onSave={save}
        />
        {isEditable && (
          <>
            {hasComments(source) && <Dimmed size="xs">{t('pipelines.source.comments')}</Dimmed>}
            <FormFooter>
              <SaveButton label={t('ui.save')} isSaving={update.isPending} isDisabled={!isChanged} />
            </FormFooter>
          </>
        )}
      </form>
      <TrialSection kind="pipeline" stored={pipeline} source={source} isValid={parsed.isValid} />
    </>
  )
}
