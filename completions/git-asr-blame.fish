# fish completion for `git asr-blame`; put it into ~/.config/fish/completions.
# fish loads it for `git-asr-blame`; for `git asr-blame`, source it from config.fish.

function __asr_blame_used
    set -l words (commandline -opc)
    test "$words[1]" = git-asr-blame; and return 0
    functions -q __fish_git_using_command; and __fish_git_using_command asr-blame
end

complete -c git -n __fish_git_needs_command -a asr-blame -d 'git blame with recorded sessions'
complete -c git -n __asr_blame_used -a '(__fish_git_refs)'

for command in git git-asr-blame
    set -l option complete -c $command -n __asr_blame_used
    $option -l json -d 'Write one JSON object'
    $option -l no-evidence -d 'Run git blame and nothing else'
    $option -l sessions -r -F -d 'Also read this stream or folder'
    $option -l session -x -d 'Only this session'
    $option -l asr-root -x -d 'ID=PATH: the root of a session is this folder'
    $option -l min-strength -x -a 'strong moderate weak' -d 'Leave out weaker evidence'
    $option -l strict -d 'Exit with 2 where evidence is incomplete'
    $option -l exit-code -d 'Exit with 1 where no line has evidence'
    $option -l color -x -a 'always never auto' -d 'When to colour'
    $option -l no-color -d 'Never colour'
    $option -l version -d 'Print the version'
    $option -s p -l porcelain -d 'Machine format'
    $option -l line-porcelain -d 'Machine format, whole for each line'
    $option -l incremental -d 'Machine format, as found'
    $option -s L -x -d 'Annotate only these lines'
    $option -s M -d 'Detect moved lines'
    $option -s C -d 'Detect lines copied from other files'
    $option -s w -d 'Ignore whitespace'
    $option -s s -d 'Suppress names and times'
    $option -s e -l show-email -d 'Show addresses instead of names'
    $option -s f -l show-name -d 'Show the original file name'
    $option -s n -l show-number -d 'Show the original line number'
    $option -s b -d 'Show blank commits for boundary commits'
    $option -s l -d 'Show long commit IDs'
    $option -s t -d 'Show raw timestamps'
    $option -s c -d 'Print as git annotate does'
    $option -l root -d 'Do not treat root commits as boundaries'
    $option -l reverse -d 'Walk history forward'
    $option -l first-parent -d 'Follow first parents only'
    $option -l since -x -d 'Go back no further than this'
    $option -l date -x -a 'relative local iso8601 rfc2822 short default raw unix' -d 'Format of dates'
    $option -l ignore-rev -x -d 'Ignore this commit'
    $option -l ignore-revs-file -r -F -d 'Ignore the commits of this file'
    $option -l contents -r -F -d 'Annotate the contents of this file'
    $option -l color-lines -d 'Colour repeated lines'
    $option -l color-by-age -d 'Colour lines by age'
    $option -l abbrev -x -d 'Digits of commit IDs'
    $option -s S -r -F -d 'Use the commits of this file'
    $option -l minimal -d 'Spend more time on a smaller diff'
    $option -l diff-algorithm -x -a 'myers minimal patience histogram' -d 'How files are compared'
    $option -l encoding -x -d 'Encoding of names and summaries'
    $option -l progress -d 'Show progress'
    $option -l no-progress -d 'Show no progress'
    $option -l show-stats -d 'Print statistics at the end'
    $option -l score-debug -d 'Show the scores of moved and copied lines'
end
