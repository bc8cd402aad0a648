import { ActionIcon, Button, Group, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useHandedOverFocus } from '../../../ui/focus/focus-transfer.ts'
import { viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { isDirty, type SearchSession, type SessionState } from '../editing/search-session.ts'
import { mayEditSearch } from './saved-permissions.ts'
import { useSaveSearch, useSaveSearchAs } from './saved-search-actions.ts'

interface SaveControlProps {
  readonly session: SearchSession
  readonly state: SessionState
  /** Why it cannot be saved as it is, if it cannot. */
  readonly disabledBecause: string | undefined
}

/** The star: whether the search is saved, and saving it under its name or another one. */
export function SaveControl({ session, state, disabledBecause }: SaveControlProps) {
  const t = useText()
  const may = useMay()
  const { username } = useCurrentUser()
  const { view } = state
  const [isOpen, setIsOpen] = useState(false)
  const [title, setTitle] = useState(view?.title ?? '')
  const save = useSaveSearch(session)
  const saveAs = useSaveSearchAs(session)
  const star = useHandedOverFocus<HTMLButtonElement>(view?.id)
  const isBusy = save.isPending || saveAs.isPending
  const canSave = view !== undefined && mayEditSearch(may, view, username)
  const isUnsaved = isDirty(state)
  const name = title.trim()
  const canSaveAs = name !== '' && name !== view?.title
  const label = t(view === undefined ? 'search.save' : isUnsaved ? 'search.save.changed' : 'search.save.saved')
  const close = () => setIsOpen(false)
  const toggle = () => {
    setTitle(view?.title ?? '')
    setIsOpen(!isOpen)
  }
  const keep = () => {
    if (view === undefined || name === '') return
    save.mutate({ view, facts: { ...viewFactsOf(view), title: name } }, { onSuccess: close })
  }
  const keepAs = () => {
    if (canSaveAs) saveAs.mutate({ title: name, summary: '', description: '' }, { onSuccess: close })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (canSave) keep()
    else keepAs()
  }
  const saveByKey = () => {
    if (disabledBecause !== undefined || isBusy) return
    // Under the name that it has; a new one has to be given one first.
    if (view === undefined || !canSave) setIsOpen(true)
    else if (isUnsaved) {
      save.mutate({ view, facts: viewFactsOf(view) })
    }
  }
  // From within the query as well.
  useHotkeys([['mod+S', saveByKey]], [], true)
  useCommand('search.save', t('search.save'), toggle, disabledBecause === undefined)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus width={320}>
      <Popover.Target>
        <Tooltip label={disabledBecause ?? label}>
          <ActionIcon
            ref={star}
            variant="default"
            size={38}
            aria-label={label}
            aria-expanded={isOpen}
            aria-disabled={disabledBecause !== undefined}
            {...(disabledBecause === undefined ? {} : { 'data-disabled': true })}
            {...(view === undefined ? {} : { c: isUnsaved ? 'var(--ly-warn-text)' : 'var(--ly-accent-text)' })}
            onClick={() => disabledBecause === undefined && toggle()}
          >
            {view === undefined ? <IconStar size={18} /> : <IconStarFilled size={18} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('search.save')}>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              data-autofocus
              label={t('search.save.name')}
              value={title}
              autoComplete="off"
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Group gap="xs" justify="flex-end">
              <Button size="xs" variant="default" onClick={close}>
                {t('ui.cancel')}
              </Button>
              <Button
                size="xs"
                variant={canSave ? 'default' : 'filled'}
                disabled={!canSaveAs || isBusy}
                loading={saveAs.isPending}
                onClick={keepAs}
              >
                {t(canSave ? 'search.save.as' : 'search.save.new')}
              </Button>
              {canSave && (
                <Button size="xs" type="submit" disabled={name === '' || isBusy} loading={save.isPending}>
                  {t('search.save.keep')}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
