/** The parser of command lines: all that commands import of it, since the bundled command has it as this file. `--version` does without. */
export { Command, InvalidArgumentError, Option } from 'commander';
