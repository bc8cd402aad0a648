/** The contents of a package: files from this machine, texts, and links, by their paths in the package. */
import { globSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type PackedFile = {
  readonly path: string
  readonly isProgram?: boolean
} & ({ readonly file: string } | { readonly text: string } | { readonly link: string })

/** Files of a folder, below another path in the package. */
export function filesIn(
  folder: string,
  path: string,
  { glob = '**/*', isLeftOut = () => false }: { glob?: string; isLeftOut?: (file: string) => boolean } = {},
): readonly PackedFile[] {
  return globSync(glob, { cwd: folder })
    .filter((file) => lstatSync(join(folder, file)).isFile() && !isLeftOut(file))
    .map((file) => packed(join(folder, file), join(path, file)))
}

export const packed = (file: string, path: string): PackedFile => ({
  path,
  file,
  isProgram: (lstatSync(file).mode & 0o100) !== 0,
})

export const below = (folder: string, files: readonly PackedFile[]): readonly PackedFile[] =>
  files.map((file) => ({ ...file, path: join(folder, file.path) }))

export function contentOf(file: PackedFile): Buffer {
  if ('link' in file) return Buffer.alloc(0)
  return 'text' in file ? Buffer.from(file.text) : readFileSync(file.file)
}

export const sizeOf = (file: PackedFile): number => ('file' in file ? statSync(file.file).size : contentOf(file).length)
