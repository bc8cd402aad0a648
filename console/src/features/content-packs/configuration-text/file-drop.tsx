import { Button, Group } from '@mantine/core'
import { IconFileText, IconFolder } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { filesOfDrop } from './dropped-files.ts'
import classes from './file-drop.module.css'

interface FileDropProps {
  readonly isBusy: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files or a folder, by choosing or dropping. */
export function FileDrop({ isBusy, onFiles }: FileDropProps) {
  const t = useText()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void filesOfDrop(event.dataTransfer).then(onFiles)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <section
      className={classes['drop']}
      aria-label={t('contentPacks.configuration.files')}
      data-over={isOver || undefined}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
    >
      <Dimmed>{t('contentPacks.configuration.drop')}</Dimmed>
      <Group gap="sm">
        <Choice kind="folder" isBusy={isBusy} onFiles={onFiles} />
        <Choice kind="files" isBusy={isBusy} onFiles={onFiles} />
      </Group>
    </section>
  )
}

function Choice({ kind, isBusy, onFiles }: FileDropProps & { kind: 'folder' | 'files' }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          if (kind === 'folder') element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        multiple
        aria-label={t(`contentPacks.configuration.${kind}.input`)}
        accept=".yaml,.yml,.json,.rule"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same files may have changed when they are chosen again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        loading={isBusy}
        leftSection={kind === 'folder' ? <IconFolder size={16} /> : <IconFileText size={16} />}
        onClick={() => input.current?.click()}
      >
        {t(`contentPacks.configuration.${kind}`)}
      </Button>
    </>
  )
}
