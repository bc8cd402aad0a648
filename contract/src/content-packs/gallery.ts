/** The packs that come with Logyard: they become content packs of the system when a user adds them. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'
import { ContentPack } from './content-packs.ts'

export const PackSend = Type.Object(
  {
    input: Type.String({ description: 'The id of the input in the content pack' }),
    text: Type.String({
      description: 'A command or settings for the sender, with LOGYARD for the address and PORT for the port',
    }),
  },
  { title: 'PackSend' },
)
export type PackSend = Static<typeof PackSend>

export const GalleryPack = Type.Object(
  {
    name: Type.String({ description: 'In paths: `nginx`' }),
    id: Type.String({ description: 'Of the content pack' }),
    rev: Type.Integer(),
    title: Type.String(),
    summary: Type.String(),
    description: Type.String({ description: 'Markdown: how the source sends its logs, and what the pack brings' }),
    category: Type.String(),
    contents: Type.Record(Type.String(), Type.Integer(), { description: 'Numbers of entities by type' }),
    sends: Type.Array(PackSend),
    is_added: Type.Boolean({ description: 'This revision is among the content packs' }),
    installation_count: Type.Integer({ description: 'Of all revisions' }),
  },
  { title: 'GalleryPack' },
)
export type GalleryPack = Static<typeof GalleryPack>

export const Gallery = Type.Object({ packs: Type.Array(GalleryPack) }, { title: 'Gallery' })

export const PackSuggestion = Type.Object(
  {
    name: Type.String({ description: 'Of the pack in the gallery' }),
    title: Type.String(),
    matches: Type.Integer({ description: 'Of the newest messages' }),
    examined: Type.Integer(),
    example: Type.String({ description: 'The text of one of them' }),
    query: Type.String({ description: 'A search that finds such messages' }),
  },
  { title: 'PackSuggestion' },
)
export type PackSuggestion = Static<typeof PackSuggestion>

export const PackSuggestions = Type.Object(
  { suggestions: Type.Array(PackSuggestion) },
  { title: 'PackSuggestions', description: 'Packs that are not installed, for messages that have arrived' },
)
export type PackSuggestions = Static<typeof PackSuggestions>

export const AddedPack = Type.Object({ id: Type.String(), rev: Type.Integer() }, { title: 'AddedPack' })

const { get, post } = inArea('content_packs')

export const getGallery = get('/logyard/content_packs/gallery', {
  id: 'logyard.content_packs.gallery',
  summary: 'The packs that come with Logyard',
  access: holds('contentpack:read'),
  answers: { 200: Gallery },
})

export const getGalleryPack = get('/logyard/content_packs/gallery/{name}', {
  id: 'logyard.content_packs.gallery_pack',
  summary: 'A pack that comes with Logyard, whether it is added or not',
  access: holds('contentpack:read'),
  answers: { 200: ContentPack, 404: ApiError },
})

export const suggestPacks = get('/logyard/content_packs/suggestions', {
  id: 'logyard.content_packs.suggestions',
  summary: 'Packs of the gallery that fit the newest messages which the caller may read',
  access: holds('contentpack:read'),
  answers: { 200: PackSuggestions },
})

export const addGalleryPack = post('/logyard/content_packs/gallery/{name}', {
  id: 'logyard.content_packs.add_from_gallery',
  summary: 'Add a pack of the gallery to the content packs, without installing it',
  access: holds('contentpack:create'),
  audit: 'content_pack:create',
  answers: { 200: AddedPack, 404: ApiError },
  created: 'id',
})
