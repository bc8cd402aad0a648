import { updateUser } from '@logyard/contract/identity/users'
import { IconHome } from '@tabler/icons-react'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../action/use-action.ts'
import type { RowAction } from './row-action.ts'

/** `search` is a saved search. */
export interface StartPageTarget {
  readonly type: 'stream' | 'dashboard' | 'search'
  readonly id: string
}

/** The action that makes a page the one that opens first for the user. */
export function useStartPageAction(): (target: StartPageTarget, disabledBecause?: string) => RowAction {
  const t = useText()
  const { id: userId, username, read_only: isReadOnly } = useCurrentUser()
  const change = useAction({
    run: (call, startpage: StartPageTarget) =>
      call(updateUser, { params: { userId: userId ?? username }, body: { startpage: { ...startpage } } }),
    texts: 'shell.startPage',
    changes: [['current-user'], ['users']],
  })
  return (target, disabledBecause) => ({
    label: t('shell.startPage.set'),
    icon: <IconHome size={15} />,
    disabledBecause: isReadOnly ? t('shell.startPage.readOnly') : disabledBecause,
    onClick: () => change.mutate(target),
  })
}
