import { updateUser } from '@logyard/contract/identity/users'
import { IconHome } from '@tabler/icons-react'
import { useCall } from '../../base/services/services.tsx'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import type { RowAction } from './row-action.ts'

/** `search` is a saved search. */
export interface StartPageTarget {
  readonly type: 'stream' | 'dashboard' | 'search'
  readonly id: string
}

/** The action that makes a page the one that opens first for the user. */
export function useStartPageAction(): (target: StartPageTarget, disabledBecause?: string) => RowAction {
  const call = useCall()
  const t = useText()
  const { id: userId, username, read_only: isReadOnly } = useCurrentUser()
  const change = useReportedMutation({
    run: (startpage: StartPageTarget) =>
      call(updateUser, { params: { userId: userId ?? username }, body: { startpage: { ...startpage } } }),
    succeeded: () => t('shell.startPage.changed'),
    failed: (_, status) => ({
      title: t('shell.startPage.failed.title'),
      text: t('shell.startPage.failed', { status }),
    }),
    changes: [['current-user'], ['users']],
  })
  return (target, disabledBecause) => ({
    label: t('shell.startPage.set'),
    icon: <IconHome size={15} />,
    disabledBecause: isReadOnly ? t('shell.startPage.readOnly') : disabledBecause,
    onClick: () => change.mutate(target),
  })
}
