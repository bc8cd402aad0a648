/** Inputs: the listeners and pollers that receive messages, their configuration, and their state. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, refusedEntity } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'
import { primitiveBoolean } from '../http/primitive.ts'

/** The valid names of message fields, and therefore of static fields. */
export const FIELD_NAME_PATTERN = '^[A-Za-z0-9_.@-]+$'

export const InputTypeInfo = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    is_exclusive: Type.Boolean(),
    requested_configuration: ConfigRequest,
    link_to_docs: Type.String(),
  },
  { title: 'InputTypeInfo' },
)
export type InputTypeInfo = Static<typeof InputTypeInfo>

export const InputTypesSummary = Type.Object(
  { types: Type.Record(Type.String(), Type.String(), { description: 'Names by type' }) },
  { title: 'InputTypesSummary' },
)

export const InputTypesByType = Type.Record(Type.String(), InputTypeInfo, { title: 'InputTypesByType' })

export const InputAddresses = Type.Object(
  { addresses: Type.Array(Type.String(), { description: 'IPv4; none if the server runs in a container' }) },
  { title: 'InputAddresses' },
)

export const InputConfiguration = freeMap('The configuration depends on the input type', {
  title: 'InputConfiguration',
})
export type InputConfiguration = Static<typeof InputConfiguration>

export const InputCreateRequest = Type.Object(
  {
    title: Type.String(),
    type: Type.String(),
    global: Type.Optional(primitiveBoolean({ description: 'Runs on every node; then `node` is ignored' })),
    configuration: InputConfiguration,
    node: Type.Optional(nullable(Type.String({ description: 'The one node that it runs on' }))),
  },
  { title: 'InputCreateRequest', additionalProperties: false },
)
export type InputCreateRequest = Static<typeof InputCreateRequest>

export const InputSummary = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    type: Type.String(),
    name: Type.String({ description: 'Of the type' }),
    global: Type.Boolean(),
    node: nullable(Type.String()),
    content_pack: nullable(Type.String()),
    creator_user_id: Type.String(),
    created_at: IsoInstant,
    attributes: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The configuration; passwords as `<password set>` for callers who may not edit the input',
    }),
    static_fields: Type.Record(Type.String(), Type.String()),
  },
  { title: 'InputSummary' },
)
export type InputSummary = Static<typeof InputSummary>

export const InputsList = Type.Object(
  { inputs: Type.Array(InputSummary), total: Type.Integer() },
  { title: 'InputsList' },
)

export const InputId = Type.Object({ id: Type.String() }, { title: 'InputId' })

export const InputState = Type.Union(
  [
    Type.Literal('CREATED'),
    Type.Literal('INITIALIZED'),
    Type.Literal('INVALID_CONFIGURATION'),
    Type.Literal('STARTING'),
    Type.Literal('RUNNING'),
    Type.Literal('FAILED'),
    Type.Literal('STOPPING'),
    Type.Literal('STOPPED'),
    Type.Literal('TERMINATED'),
  ],
  { title: 'InputState' },
)
export type InputState = Static<typeof InputState>

export const InputStateSummary = Type.Object(
  {
    id: Type.String(),
    state: InputState,
    started_at: IsoInstant,
    detailed_message: nullable(Type.String({ description: 'Why it failed' })),
    message_input: InputSummary,
  },
  { title: 'InputStateSummary' },
)
export type InputStateSummary = Static<typeof InputStateSummary>

export const InputStatesList = Type.Object({ states: Type.Array(InputStateSummary) }, { title: 'InputStatesList' })

export const ClusterInputStates = Type.Record(Type.String(), nullable(Type.Array(InputStateSummary)), {
  title: 'ClusterInputStates',
  description: 'By node id; null for a node that did not respond',
})
export type ClusterInputStates = Static<typeof ClusterInputStates>

export const ClusterInputCommandResult = Type.Record(Type.String(), nullable(InputId), {
  title: 'ClusterInputCommandResult',
  description: 'By node id; null for a node that refused or did not respond',
})
export type ClusterInputCommandResult = Static<typeof ClusterInputCommandResult>

export const CreateStaticFieldRequest = Type.Object(
  { key: Type.String(), value: Type.String() },
  { title: 'CreateStaticFieldRequest', additionalProperties: false },
)
export type CreateStaticFieldRequest = Static<typeof CreateStaticFieldRequest>

const area = 'inputs'
const { get, post, put, del } = inArea(area)
const refusals = { 400: refusedEntity, 404: ApiError }

export const inputs = crud({
  id: 'inputs',
  area,
  path: '/system/inputs',
  key: 'id',
  one: 'input',
  access: { ...perObject('inputs', 'id'), list: signedIn, delete: holds('inputs:terminate:<id>') },
  audit: 'input',
  entity: InputSummary,
  draft: InputCreateRequest,
  refused: refusedEntity,
  list: { summary: 'The inputs of all nodes that the caller may read, by title', answers: { 200: InputsList } },
  get: {},
  create: {
    summary: 'Create an input and start it; a port that is in use shows in its state, not here',
    answers: { 201: InputId, ...refusals },
  },
  update: {
    summary: 'Replace title, type, node and configuration; restarts the input where it runs',
    answers: { 201: InputId, ...refusals },
  },
  delete: { summary: 'Stop an input everywhere and delete it; its messages stay' },
})
export const { list: listInputs, get: getInput, create: createInput, update: updateInput, delete: deleteInput } = inputs

export const listInputTypes = get('/system/inputs/types', {
  id: 'input_types.list',
  summary: 'The names of all input types',
  access: signedIn,
  answers: { 200: InputTypesSummary },
})

export const listInputTypesWhole = get('/system/inputs/types/all', {
  id: 'input_types.all',
  summary: 'All input types with what they can be configured with',
  access: signedIn,
  answers: { 200: InputTypesByType },
})

export const getInputType = get('/system/inputs/types/{type}', {
  id: 'input_types.get',
  summary: 'One input type with what it can be configured with',
  access: signedIn,
  answers: { 200: InputTypeInfo, 404: ApiError },
})

export const listInputAddresses = get('/logyard/inputs/addresses', {
  id: 'logyard.inputs.addresses',
  node: 'this',
  summary: 'The addresses at which other machines may reach the inputs of this node',
  access: holds('inputs:read'),
  answers: { 200: InputAddresses },
})

export const listInputStates = get('/system/inputstates', {
  id: 'input_states.list_local',
  node: 'this',
  summary: 'How the inputs of this node are, those that the caller may read',
  access: signedIn,
  answers: { 200: InputStatesList },
})

export const getInputState = get('/system/inputstates/{id}', {
  id: 'input_states.get_local',
  node: 'this',
  summary: 'How one input is on this node',
  access: holds('inputs:read:<id>'),
  answers: { 200: InputStateSummary, 404: ApiError },
})

export const startInput = put('/system/inputstates/{id}', {
  id: 'input_states.start_local',
  node: 'this',
  summary: 'Start or restart an input on this node; responds before it has started',
  access: holds('inputs:changestate:<id>'),
  audit: 'input:start',
  answers: { 200: InputId, 404: ApiError },
})

export const stopInput = del('/system/inputstates/{id}', {
  id: 'input_states.stop_local',
  node: 'this',
  summary: 'Stop an input on this node',
  access: holds('inputs:changestate:<id>'),
  audit: 'input:stop',
  answers: { 200: InputId, 404: ApiError },
})

export const listInputStatesOfCluster = get('/cluster/inputstates', {
  id: 'input_states.list',
  merges: { each: listInputStates, part: 'states' },
  summary: 'How the inputs of every node are',
  access: holds('inputs:read'),
  answers: { 200: ClusterInputStates },
})

export const startInputInCluster = put('/cluster/inputstates/{id}', {
  id: 'input_states.start',
  merges: { each: startInput },
  summary: 'Start an input on every node that it belongs to',
  access: ownerDecides('inputs:changestate:<id>'),
  audit: 'input:start',
  answers: { 200: ClusterInputCommandResult },
})

export const stopInputInCluster = del('/cluster/inputstates/{id}', {
  id: 'input_states.stop',
  merges: { each: stopInput },
  summary: 'Stop an input on every node that it belongs to',
  access: ownerDecides('inputs:changestate:<id>'),
  audit: 'input:stop',
  answers: { 200: ClusterInputCommandResult },
})

export const addStaticField = post('/system/inputs/{id}/staticfields', {
  id: 'static_fields.add',
  summary: 'Add a field to all messages of an input that lack it, from now on and without a restart',
  access: holds('inputs:edit:<id>'),
  audit: 'input:add-static-field',
  body: CreateStaticFieldRequest,
  answers: { 201: NoBody, 400: ApiError, 404: ApiError },
})

export const removeStaticField = del('/system/inputs/{id}/staticfields/{key}', {
  id: 'static_fields.remove',
  summary: 'Remove a static field',
  access: holds('inputs:edit:<id>'),
  audit: 'input:remove-static-field',
  answers: { 204: NoBody, 404: ApiError },
})
