import { TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import classes from './preview.module.css'

interface FieldNameProps {
  readonly name: string
  readonly onRename: (name: string) => void
}

/** The name of an extracted field; a click edits it. */
export function FieldName({ name, onRename }: FieldNameProps) {
  const t = useText()
  const [edited, setEdited] = useState<string>()
  if (edited === undefined) {
    return (
      <UnstyledButton
        className={classes['rename'] ?? ''}
        title={t('extractors.preview.rename', { name })}
        translate="no"
        onClick={() => setEdited(name)}
      >
        {name}
      </UnstyledButton>
    )
  }
  const apply = () => {
    if (edited !== '' && edited !== name) onRename(edited)
    setEdited(undefined)
  }
  return (
    <TextInput
      size="xs"
      aria-label={t('extractors.preview.rename', { name })}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      autoFocus
      value={edited}
      onChange={({ currentTarget }) => setEdited(currentTarget.value.replaceAll(/[^A-Za-z0-9_]/g, ''))}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // Neither saves the form around it.
        event.preventDefault()
        if (event.key === 'Enter') apply()
        else setEdited(undefined)
      }}
    />
  )
}
