#!/bin/sh
# A bot in the shell: takes the first of its moves. Each line on the input is a question, each line printed an answer.
while read -r question; do
    echo "$question" | sed 's/.*"moves":\[{"action":\([0-9]*\).*/{"action": \1}/'
done
