import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRouteParams } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import type { Crumb } from '../../../ui/page/page.tsx'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { partQuery } from './part-queries.ts'
import { usePartTypes } from './use-part-types.ts'

interface WithPartProps {
  readonly partKind: PartKind
  readonly page: 'show' | 'edit'
  /** `type` is undefined if the server does not know it. */
  readonly children: (part: Part, type: PartType | undefined) => ReactNode
}

/** Loads the cache or the data adapter that a page is about. */
export function WithPart({ partKind, page, children }: WithPartProps) {
  const { kind } = partKind
  const { id: name } = useRouteParams(partKind.routes[page])
  const part = useQuery(partQuery(useCall(), partKind, name))
  const types = usePartTypes(partKind)
  useFailureToast(part.error, `lookup.toast.${kind}Failed`, { name })
  return (
    <Loaded query={part} isPageEntity>
      {(found) => <Loaded query={types}>{(known) => children(found, known[found.config.type])}</Loaded>}
    </Loaded>
  )
}

interface UnknownTypeProps {
  readonly kind: PartKind['kind']
  readonly part: Part
}

/** Stands for the configuration of a cache or a data adapter whose type the server does not know. */
export function UnknownType({ kind, part }: UnknownTypeProps) {
  const t = useText()
  return (
    <Alert color="amber" icon={<IconAlertTriangle />}>
      {t(`lookup.type.unknown.${kind}`, { type: part.config.type })}
    </Alert>
  )
}

/** The way back from the page of a cache or a data adapter. */
export function usePartCrumbs({ plural, routes }: PartKind): readonly Crumb[] {
  const t = useText()
  return [{ label: t(`lookup.${plural}`), to: routes.list() }]
}
