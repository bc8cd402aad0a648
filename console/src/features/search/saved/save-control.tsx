import { Button, Group, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo, useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFocusAfterSave } from '../../../ui/focus/focus-after-save.ts'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { useSaveView, useSaveViewAs } from '../../../view-document/saved/view-saving.ts'
import type { SearchSession, SessionState } from '../editing/search-session.ts'
import { useSearchTabs } from '../tabs/use-search-tabs.ts'
import { mayEditSearch } from './saved-permissions.ts'

interface SaveControlProps {
  readonly session: SearchSession
  readonly state: SessionState
  /** Why the search cannot be saved, if so. */
  readonly disabledBecause: string | undefined
}

/** The star button: whether the search is saved, and a form to save it under its own title or another one. */
export function SaveControl({ session, state, disabledBecause }: SaveControlProps) {
  const t = useText()
  const { view } = state
  const [isOpen, setIsOpen] = useState(false)
  const saving = useSaving(session, state)
  const close = () => setIsOpen(false)
  const saveByKey = () => {
    if (disabledBecause !== undefined || saving.isBusy) return
    // A new search has to be given a title first.
    if (view === undefined || !saving.canSave) setIsOpen(true)
    else if (isDirty(state)) saving.save(view.title)
  }
  // The shortcut also works inside the query input.
  useHotkeys([['mod+S', saveByKey]], [], true)
  const toggle = () => setIsOpen(!isOpen)
  useCommand('search.save', t('search.save'), toggle, disabledBecause === undefined)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus width={320}>
      <Star state={state} isOpen={isOpen} disabledBecause={disabledBecause} onClick={toggle} />
      <Popover.Dropdown aria-label={t('search.save')}>
        <SaveForm title={view?.title ?? ''} saving={saving} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

function useSaving(session: SearchSession, { view }: SessionState) {
  const may = useMay()
  const { username } = useCurrentUser()
  const go = useGo()
  const values = useQueryValues()
  const save = useSaveView(session)
  const tabs = useSearchTabs()
  const saveAs = useSaveViewAs('SEARCH', session, (id) => {
    // The saved search takes the place of the one it was saved from.
    tabs.startOver()
    go(`${routes.savedSearch(id)}?${values}`)
  })
  return {
    canSave: view !== undefined && mayEditSearch(may, view, username),
    isBusy: save.isPending || saveAs.isPending,
    isSaving: save.isPending,
    isSavingAs: saveAs.isPending,
    save(title: string, onSuccess?: () => void) {
      if (view === undefined) return
      save.mutate({ view, facts: { ...viewFactsOf(view), title } }, { onSuccess: () => onSuccess?.() })
    },
    saveAs: (title: string, onSuccess: () => void) =>
      saveAs.mutate({ title, summary: '', description: '' }, { onSuccess }),
  }
}

interface StarProps {
  readonly state: SessionState
  readonly isOpen: boolean
  readonly disabledBecause: string | undefined
  readonly onClick: () => void
}

function Star({ state, isOpen, disabledBecause, onClick }: StarProps) {
  const t = useText()
  const { view } = state
  const star = useFocusAfterSave<HTMLButtonElement>(view?.id)
  const isUnsaved = isDirty(state)
  const label = t(
    view === undefined ? 'search.save' : isUnsaved ? 'searchTools.save.changed' : 'searchTools.save.saved',
  )
  return (
    <Popover.Target>
      <Tooltip label={disabledBecause ?? label}>
        <Button
          ref={star}
          variant="default"
          size="xs"
          h={32}
          px="sm"
          leftSection={view === undefined ? <IconStar size={16} /> : <IconStarFilled size={16} />}
          aria-label={label}
          aria-expanded={isOpen}
          aria-disabled={disabledBecause !== undefined}
          {...(disabledBecause === undefined ? {} : { 'data-disabled': true })}
          {...(view === undefined ? {} : { c: isUnsaved ? 'var(--ly-warn-text)' : 'var(--ly-accent-text)' })}
          onClick={() => disabledBecause === undefined && onClick()}
        >
          {t('searchTools.save.keep')}
        </Button>
      </Tooltip>
    </Popover.Target>
  )
}

interface SaveFormProps {
  /** The saved title; empty for a new search. */
  readonly title: string
  readonly saving: ReturnType<typeof useSaving>
  readonly onClose: () => void
}

function SaveForm({ title, saving, onClose }: SaveFormProps) {
  const t = useText()
  const [draft, setDraft] = useState(title)
  const name = draft.trim()
  const { canSave, isBusy } = saving
  const canSaveAs = name !== '' && name !== title
  const save = () => name !== '' && saving.save(name, onClose)
  const saveAs = () => canSaveAs && saving.saveAs(name, onClose)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (canSave) save()
    else saveAs()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('searchTools.save.name')}
          value={draft}
          autoComplete="off"
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            size="xs"
            variant={canSave ? 'default' : 'filled'}
            disabled={!canSaveAs || isBusy}
            loading={saving.isSavingAs}
            onClick={saveAs}
          >
            {t(canSave ? 'searchTools.save.as' : 'searchTools.save.new')}
          </Button>
          {canSave && (
            <Button size="xs" type="submit" disabled={name === '' || isBusy} loading={saving.isSaving}>
              {t('searchTools.save.keep')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
