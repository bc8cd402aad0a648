import { placeRule } from '@logyard/contract/pipelines/rule-places'
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Input } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { PIPELINES_KEY } from '../pipeline-queries.ts'
import { isIncomplete, type PlaceDraft, proposedPlace, rulePlaces } from './place-draft.ts'
import { PlaceFields } from './place-fields.tsx'
import { usePlaceRights } from './use-place-rights.ts'
import type { Processing } from './use-processing.ts'

interface PlaceDialogProps extends Omit<ReturnType<typeof useFormDialog<RuleSource>>, 'open'> {
  readonly processing: Processing
}

/** Chooses where a stored rule runs. */
export function PlaceDialog({ subject, processing, ...dialog }: PlaceDialogProps) {
  const t = useText()
  return (
    <FormDialog {...dialog} title={t('pipelines.place.dialog')} subject={subject?.title ?? undefined}>
      {subject && <PlaceForm rule={subject} processing={processing} />}
    </FormDialog>
  )
}

interface PlaceValues {
  readonly places: readonly PlaceDraft[]
}

function PlaceForm({ rule, processing }: { readonly rule: RuleSource; readonly processing: Processing }) {
  const t = useText()
  const rights = usePlaceRights()
  const place = useAction({
    run: (call, places: readonly PlaceDraft[]) =>
      call(placeRule, { params: { ruleId: rule.id ?? '' }, body: { places: rulePlaces(places) } }),
    texts: 'pipelines.toast.place',
    values: () => ({ title: rule.title ?? '' }),
    changes: [PIPELINES_KEY],
  })
  const form = useEntityForm<PlaceValues, null>({
    isNew: true,
    initial: { places: [proposedPlace(processing, rights, [])] },
    labels: {},
    problems: ({ places }) => ({
      places: (rulePlaces(places).length === 0 || places.some(isIncomplete)) && t('pipelines.place.gap.pipeline'),
    }),
    save: ({ places }) => place.mutateAsync(places),
  })
  return (
    <EntityForm form={form} saveLabel={t('pipelines.place.save')}>
      <PlaceFields
        processing={processing}
        places={form.values.places}
        showsGaps={form.isTried}
        onChange={(places) => form.change({ places })}
      />
      {form.isTried && <Input.Error>{form.errors['places']}</Input.Error>}
    </EntityForm>
  )
}
