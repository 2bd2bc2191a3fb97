# bash completion for `git asr-blame`; git's own completion calls `_git_asr_blame`.
# Source this file, or put it among bash's completions under the name `git-asr-blame`.

__asr_blame_options="
    --root --show-stats --progress --no-progress --score-debug --show-name --show-number
    --porcelain --line-porcelain --incremental --show-email --ignore-rev --ignore-revs-file
    --color-lines --color-by-age --minimal --contents --abbrev --date= --encoding= --since=
    --reverse --first-parent --diff-algorithm=
    --json --no-evidence --sessions --session --asr-root --min-strength --strict --exit-code
    --color= --no-color --version
"

_git_asr_blame()
{
    case "${prev-}" in
    --min-strength)
        __gitcomp "strong moderate weak"
        return
        ;;
    --sessions|--ignore-revs-file|--contents)
        COMPREPLY=($(compgen -f -- "${cur-}"))
        return
        ;;
    esac
    case "${cur-}" in
    --min-strength=*)
        __gitcomp "strong moderate weak" "" "${cur#*=}"
        ;;
    --color=*)
        __gitcomp "always never auto" "" "${cur#*=}"
        ;;
    --diff-algorithm=*)
        __gitcomp "myers minimal patience histogram" "" "${cur#*=}"
        ;;
    --date=*)
        __gitcomp "relative local iso8601 rfc2822 short default raw unix" "" "${cur#*=}"
        ;;
    --*)
        __gitcomp "$__asr_blame_options"
        ;;
    *)
        __git_complete_revlist_file
        ;;
    esac
}

# `git-asr-blame` typed with the hyphen.
if declare -F __git_complete >/dev/null; then
    __git_complete git-asr-blame _git_asr_blame
fi
