import { updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { getStream } from '@logyard/contract/streams/streams'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useUpdateDefinition } from '../definition-actions.ts'
import { type DefinitionRow, definitionQuery } from '../definition-queries.ts'
import { draftOf } from '../model/definition-draft.ts'
import { UnreadableIds } from '../unreadable-ids.tsx'
import { useDefinitionCrumbs } from '../use-definition-crumbs.ts'
import { useLeaveIfMissing } from '../use-leave-if-missing.ts'
import { DefinitionForm } from './definition-form.tsx'

export function EditDefinitionScreen() {
  const { id } = useRouteParams(routes.alerts.definitionEdit)
  const mayEdit = useMay()(updateEventDefinition, { id })
  const found = useQuery({ ...definitionQuery(useCall(), id), enabled: mayEdit })
  useLeaveIfMissing(id, found.error)
  if (!mayEdit) return <NotFoundPage isShareable />
  return (
    <Loaded query={found} isPageEntity isShareable>
      {(row) => <EditPage key={id} row={row} />}
    </Loaded>
  )
}

function EditPage({ row }: { row: DefinitionRow }) {
  const t = useText()
  const may = useMay()
  const crumbs = useDefinitionCrumbs()
  // The draft keeps its first definition when the page loads the definition again.
  const [{ definition, scheduler }] = useState(row)
  const [initial] = useState(() => draftOf(definition, scheduler.is_scheduled))
  const [title, setTitle] = useState(definition.title)
  const update = useUpdateDefinition(definition.id)
  const unreadable = streamsOf(row).filter((id) => !may(getStream, { id }))
  return (
    <Page title={t('definitions.editOne')} subject={title} crumbs={crumbs}>
      {unreadable.length > 0 ? (
        <UnreadableIds
          title={t('definitions.missingStreams')}
          text={t('definitions.missingStreams.text')}
          ids={unreadable}
        />
      ) : (
        <DefinitionForm initial={initial} isNew={false} save={update} onTitle={setTitle} />
      )}
    </Page>
  )
}

function streamsOf({ definition: { config } }: DefinitionRow): readonly string[] {
  return config.type === 'sequence-v1' ? [...config.first.streams, ...config.next.streams] : config.streams
}
