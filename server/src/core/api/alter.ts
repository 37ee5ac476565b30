import { create, toBinary } from '@bufbuild/protobuf'
import { coreUser, type UserEntry, type UserHome } from './accounts.ts'
import { AddUserOperationSchema, RemoveUserOperationSchema } from './generated/core_pb.ts'

export const alterPath = '/xray.app.proxyman.command.HandlerService/AlterInbound'

/** The messages that add a user to an inbound and remove one. */
export const adding = (home: UserHome, entry: UserEntry) => ({
  tag: home.tag,
  operation: {
    type: 'xray.app.proxyman.command.AddUserOperation',
    value: toBinary(AddUserOperationSchema, create(AddUserOperationSchema, { user: coreUser(home, entry) })),
  },
})

export const removing = (tag: string, email: string) => ({
  tag,
  operation: {
    type: 'xray.app.proxyman.command.RemoveUserOperation',
    value: toBinary(RemoveUserOperationSchema, create(RemoveUserOperationSchema, { email })),
  },
})
